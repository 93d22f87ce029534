package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file of a million records, read and changed by a process with a small heap. */
class ManyRecordsTest {
  private static final int RECORDS = 1_000_000;
  private static final int WORKLOADS = 40;
  private static final String HEAP = "-Xmx40m";

  @TempDir private Path folder;

  @Test
  void areCountedAndPruned() throws Exception {
    Path records = folder.resolve("r.jsonl");
    double[] best = write(records);
    // Half of the heap would not hold the lines of one workload.
    assertThat(Files.size(records)).isGreaterThan(200_000_000L);

    List<String> counted = run("records", "stats", records.toString());
    assertThat(counted).contains(RECORDS + " records");
    assertThat(run("records", "prune", records.toString(), "--keep", "1"))
        .containsExactly("%d records dropped".formatted(RECORDS - WORKLOADS));
    List<String> left = Files.readAllLines(records);
    assertThat(left).hasSize(WORKLOADS);
    for (int workload = 0; workload < WORKLOADS; workload++) {
      String key = key(workload);
      assertThat(left.stream().filter(line -> line.contains(key)))
          .singleElement()
          .asString()
          .contains("\"median_us\":%s,".formatted(best[workload]));
    }
  }

  private static String key(int workload) {
    return "%032x".formatted(workload);
  }

  /** Writes the file, and says the least time of each workload. */
  private static double[] write(Path file) throws IOException {
    Random random = new Random(5);
    double[] best = new double[WORKLOADS];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      for (int i = 0; i < RECORDS; i++) {
        double micros = 1 + 1000 * random.nextDouble();
        int workload = i % WORKLOADS;
        best[workload] = Math.min(best[workload], micros);
        out.write(
            """
            {"v":1,"key":"%s","workload":"dense","target":"cpu","threads":1,"median_us":%s,\
            "min_us":%s,"spread":0,"repeats_us":[%s],"steps":[["split","y","k",[%d]]],\
            "names":[["x"],["y","i","k"]],"seed":1,"time":"2026-12-01T05:00:00Z","tool":"1"}
            """
                .formatted(key(workload), micros, micros, micros, i));
      }
    }
    return best;
  }

  private List<String> run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).as("%s", Files.readAllLines(err)).isZero();
    return Files.readAllLines(out);
  }
}
