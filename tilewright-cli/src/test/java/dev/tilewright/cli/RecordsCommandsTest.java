package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tilewright records} on a file of a real tuning run. */
class RecordsCommandsTest {
  private static final String DENSE = "dense:batch=1,in=64,out=48";
  private static final String SMALL = "dense:batch=1,in=32,out=16";

  @TempDir private Path folder;
  private Path records;

  @BeforeEach
  void tune() {
    records = folder.resolve("r.jsonl");
    for (String operator : List.of(DENSE, SMALL)) {
      Cli.succeed(
          "tune", operator, "--trials", "8", "--threads", "1", "--records", records.toString());
    }
  }

  @Test
  void statsCountWhatListShows() throws IOException {
    Files.writeString(records, "{\"torn\":", StandardOpenOption.APPEND);
    JsonNode listed = run("list", "--json").json();
    assertThat(listed).hasSize(lines().size() - 1);
    Cli counted = run("stats", "--json");
    assertThat(counted.err()).contains("line %d: not JSON".formatted(lines().size()));
    JsonNode stats = counted.json();
    assertThat(stats.get("records").asInt()).isEqualTo(listed.size());
    assertThat(stats.get("groups")).hasSize(2);
    JsonNode best = run("best", "--json").json();
    for (int group = 0; group < 2; group++) {
      JsonNode row = stats.get("groups").get(group);
      assertThat(row.get("records").asInt()).isEqualTo(count(listed, row.get("key")));
      assertThat(row.get("bestMicros")).isEqualTo(best.get(group).get("micros"));
      assertThat(row.get("first").asText()).isLessThanOrEqualTo(row.get("last").asText());
    }
    assertThat(run("stats").out()).contains(listed.size() + " records", "written by Tilewright");
    assertThat(run("list").out().lines()).hasSize(1 + listed.size());
  }

  @Test
  void dropsTheRecordsOfATask() {
    assertThat(run("drop", "--task", DENSE).out()).contains("records dropped");
    JsonNode left = run("best", "--json").json();
    assertThat(left).hasSize(1);
    assertThat(left.at("/0/workload").asText()).isEqualTo(SMALL);
    assertThat(Cli.refuse("records", "drop", records.toString()).err())
        .contains("--workload", "--task");
  }

  @Test
  void prunesToTheFastest() throws IOException {
    JsonNode before = run("best", "--json").json();
    Cli.refuse("records", "prune", records.toString(), "--keep", "0");
    run("prune", "--keep", "1");
    assertThat(lines()).hasSize(2);
    assertThat(run("best", "--json").json()).isEqualTo(before);
    assertThat(run("list", "--json").json()).isEqualTo(before);
  }

  @Test
  void exportsCommaSeparatedValues() throws IOException {
    List<String> table = run("export", "--csv").out().lines().toList();
    assertThat(table).hasSize(1 + lines().size());
    assertThat(table.getFirst()).startsWith("key,workload,target,threads,median_us,");
    assertThat(table.get(1)).contains("\"" + DENSE + "\"", ",\"[[\"\"");
    Path csv = folder.resolve("r.csv");
    run("export", "--csv", "-o", csv.toString());
    assertThat(Files.readAllLines(csv)).isEqualTo(table);
    assertThat(
            Cli.refuse("records", "export", records.toString(), "--csv", "-o", csv.toString())
                .err())
        .contains("is not overwritten");
    assertThat(Cli.refuse("records", "export", records.toString()).err()).contains("--csv");
  }

  /** As the user guide says: records are lines, which line tools may delete. */
  @Test
  void aTaskWhoseLinesAreDeletedFallsBackToItsDefaultSchedule() throws Exception {
    String standard = schedule(folder.resolve("absent.jsonl"));
    String slowest =
        lines().stream()
            .filter(line -> line.contains(DENSE) && line.contains("median_us"))
            .reduce((first, second) -> second)
            .orElseThrow();
    Files.writeString(records, onlyFaster(slowest) + "\n", StandardOpenOption.APPEND);
    assertThat(schedule(records)).isNotEqualTo(standard);
    JsonNode tasks =
        Cli.succeed("tasks", DENSE, "--threads", "1", "--records", records.toString(), "--json")
            .json();
    String key = tasks.at("/0/key").asText();
    assertThat(
            new ProcessBuilder("sed", "-i", "/" + key + "/d", records.toString()).start().waitFor())
        .isZero();
    assertThat(lines()).isNotEmpty().noneMatch(line -> line.contains(DENSE));
    assertThat(schedule(records)).isEqualTo(standard);
  }

  /** The record of a plain schedule, with a time below all others. */
  private static String onlyFaster(String record) {
    return record
        .replaceFirst("\"median_us\":[^,]*", "\"median_us\":1e-4")
        .replaceFirst("\"steps\":\\[.*],\"names\"", "\"steps\":[],\"names\"");
  }

  private String schedule(Path file) {
    return Cli.succeed(
            "show", DENSE, "--schedule", "python", "--threads", "1", "--records", file.toString())
        .out();
  }

  private Cli run(String command, String... options) {
    List<String> arguments = new ArrayList<>(List.of("records", command, records.toString()));
    arguments.addAll(List.of(options));
    return Cli.succeed(arguments.toArray(String[]::new));
  }

  private List<String> lines() throws IOException {
    return Files.readAllLines(records);
  }

  private static int count(JsonNode rows, JsonNode key) {
    int count = 0;
    for (JsonNode row : rows) {
      count += row.get("key").equals(key) ? 1 : 0;
    }
    return count;
  }
}
