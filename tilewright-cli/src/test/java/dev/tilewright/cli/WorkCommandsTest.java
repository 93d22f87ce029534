package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.io.Existing;
import dev.tilewright.runtime.npy.NpyReader;
import dev.tilewright.runtime.npy.NpyWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that tune, compile, run and measure, one after the other as a user does. */
class WorkCommandsTest {
  private static final String NETWORK = "resnet18:image=32";
  private static final String DENSE = "dense:batch=1,in=64,out=48";

  @TempDir private Path folder;

  @Test
  void tunesAnOperatorAndUsesItsRecords() throws IOException {
    JsonNode tuned = tune("--trials", "6");
    assertThat(tuned.get("trials").asInt()).isEqualTo(6);
    assertThat(tuned.get("stopReason").asText()).isEqualTo("all 6 trials are used");
    JsonNode task = tuned.at("/tasks/0");
    assertThat(task.get("name").asText()).startsWith("dense");
    assertThat(task.get("bestMicros").asDouble())
        .isPositive()
        .isLessThanOrEqualTo(task.get("defaultMicros").asDouble());

    JsonNode best = Cli.succeed("records", "best", records(), "--json").json();
    assertThat(best).hasSize(1);
    assertThat(best.at("/0/micros").asDouble()).isEqualTo(task.get("bestMicros").asDouble());
    assertThat(distinctSteps()).hasSize(6);
    JsonNode listed =
        Cli.succeed("tasks", DENSE, "--threads", "1", "--records", records(), "--json").json();
    assertThat(listed.at("/0/bestMicros")).isEqualTo(best.at("/0/micros"));

    String key = best.at("/0/key").asText();
    int lines = Files.readAllLines(Path.of(records())).size();
    assertThat(Cli.succeed("records", "drop", records(), "--workload", key).out())
        .contains(lines + " records dropped");
    assertThat(Cli.succeed("records", "list", records(), "--json").json()).isEmpty();
  }

  @Test
  void resumesWithoutRepeatingATrial() throws IOException {
    tune("--trials", "4");
    JsonNode second = tune("--trials", "4");
    assertThat(second.at("/tasks/0/resumed").asInt()).isEqualTo(4);
    assertThat(distinctSteps()).hasSize(8);
  }

  /** The schedules in the record file; the fastest are measured, and recorded, more than once. */
  private Set<JsonNode> distinctSteps() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    Set<JsonNode> distinct = new HashSet<>();
    for (String line : Files.readAllLines(Path.of(records()))) {
      distinct.add(mapper.readTree(line).get("steps"));
    }
    return distinct;
  }

  @Test
  void savesWhatTheCostModelLearntAndGoesOnFromIt() {
    String model = folder.resolve("m.model").toString();
    JsonNode first = tune("--trials", "24", "--cost-model", "learned", "--save-cost-model", model);
    assertThat(first.at("/tasks/0/rankings")).isNotEmpty();
    Cli second =
        Cli.succeed(
            "tune",
            DENSE,
            "--trials",
            "24",
            "--threads",
            "1",
            "--records",
            records(),
            "--cost-model",
            model,
            "-v");
    assertThat(second.err()).contains("cost model  dense", "of pairs in the right order");
    assertThat(second.out()).contains("cost model: ", "(mean of ");
  }

  @Test
  void showsEveryCandidateWithItsScheduleWhereAsked() {
    Cli verbose =
        Cli.succeed("tune", DENSE, "--trials", "2", "--threads", "1", "--records", records(), "-v");
    assertThat(verbose.err()).contains("trial 1", "trial 2", "GFLOP/s", "s[T_dense]");
    assertThat(verbose.out()).contains("stopped: all 2 trials are used", "records: ");
  }

  @Test
  void mergesRecordFiles() throws IOException {
    tune("--trials", "3");
    int lines = Files.readAllLines(Path.of(records())).size();
    Path other = folder.resolve("other.jsonl");
    assertThat(Cli.succeed("records", "merge", other.toString(), records()).out())
        .contains(lines + " records added");
    assertThat(Cli.succeed("records", "merge", other.toString(), records()).out())
        .contains("0 records added");
  }

  @Test
  void runsANetworkCompiledOrNotWithTheSameResult() {
    Path input = folder.resolve("x.npy");
    NpyWriter.write(image(), input, Existing.KEEP);
    Path artifact = folder.resolve("net.tw");
    Path direct = folder.resolve("direct");
    Path compiled = folder.resolve("compiled");

    assertThat(compile(artifact).out()).contains("bytes of code");
    run(NETWORK, input.toString(), direct);
    run(artifact.toString(), input.toString(), compiled);

    Tensor expected = NpyReader.read(onlyFile(direct));
    Tensor actual = NpyReader.read(onlyFile(compiled));
    assertThat(expected.shape()).isEqualTo(Shape.of(1, 1000));
    assertThat(expected.toFloats()).containsExactly(actual.toFloats());
    assertThat(expected.toFloats()).doesNotContain(Float.NaN);
    assertThat(expected.getDouble(0)).isNotEqualTo(expected.getDouble(1));
  }

  @Test
  void overwritesNothingUnlessForced() throws IOException {
    Path artifact = Files.writeString(folder.resolve("net.tw"), "precious");
    Cli refused = Cli.refuse("compile", NETWORK, "-o", artifact.toString(), "--records", records());
    assertThat(refused.err()).contains("is not overwritten", "--force");
    assertThat(Files.readString(artifact)).isEqualTo("precious");

    Path input = folder.resolve("x.npy");
    NpyWriter.write(image(), input, Existing.KEEP);
    Path results = folder.resolve("results");
    run(NETWORK, input.toString(), results);
    byte[] before = Files.readAllBytes(onlyFile(results));
    assertThat(
            Cli.refuse("run", NETWORK, "--input", input.toString(), "--output", results.toString())
                .err())
        .contains("is not overwritten");
    Cli.succeed(
        "run", NETWORK, "--input", input.toString(), "--output", results.toString(), "--force");
    assertThat(Files.readAllBytes(onlyFile(results))).isEqualTo(before);
  }

  @Test
  void benchSpeaksJson() {
    JsonNode result =
        Cli.succeed(
                "bench",
                DENSE,
                "--against",
                "default",
                "--seconds",
                "0.2",
                "--threads",
                "1",
                "--records",
                records(),
                "--json")
            .json();
    assertThat(result.get("workload").asText()).startsWith("dense:");
    assertThat(result.get("target").asText()).startsWith("cpu:mcpu=");
    assertThat(result.get("threads").asInt()).isEqualTo(1);
    assertThat(result.get("minMicros").asDouble())
        .isPositive()
        .isLessThanOrEqualTo(result.get("medianMicros").asDouble());
    assertThat(result.get("gflops").asDouble()).isPositive();
    assertThat(result.at("/peers/default/medianMicros").asDouble()).isPositive();
  }

  @Test
  void benchMeasuresNetworksAndArtifacts() {
    Path artifact = folder.resolve("net.tw");
    compile(artifact);
    for (String workload : new String[] {NETWORK, artifact.toString()}) {
      JsonNode result =
          Cli.succeed("bench", workload, "--seconds", "0.2", "--records", records(), "--json")
              .json();
      assertThat(result.get("medianMicros").asDouble()).as(workload).isPositive();
    }
  }

  private JsonNode tune(String... options) {
    String[] fixed = {"tune", DENSE, "--threads", "1", "--records", records(), "--json"};
    String[] all = Arrays.copyOf(fixed, fixed.length + options.length);
    System.arraycopy(options, 0, all, fixed.length, options.length);
    return Cli.succeed(all).json();
  }

  private Cli compile(Path artifact) {
    return Cli.succeed("compile", NETWORK, "-o", artifact.toString(), "--records", records());
  }

  private void run(String model, String input, Path results) {
    Cli.succeed(
        "run", model, "--input", input, "--output", results.toString(), "--records", records());
  }

  private String records() {
    return folder.resolve("records.jsonl").toString();
  }

  private static Path onlyFile(Path results) {
    try (var files = Files.list(results)) {
      return files
          .reduce(
              (one, two) -> {
                throw new AssertionError("two files");
              })
          .orElseThrow();
    } catch (IOException unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  private static Tensor image() {
    Random random = new Random(3);
    Tensor image = Tensor.allocate(DType.FLOAT32, Shape.of(1, 32, 32, 3));
    for (long i = 0; i < image.shape().elements(); i++) {
      image.set(i, random.nextGaussian());
    }
    return image;
  }
}
