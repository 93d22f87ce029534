package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C during a tuning run in a process of its own. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class InterruptionTest {
  @TempDir private Path folder;

  @Test
  void ctrlCPrintsTheSummaryAndKeepsEveryTrial() throws IOException, InterruptedException {
    Path records = folder.resolve("records.jsonl");
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "tune",
                "dense:batch=1,in=64,out=48",
                "--seconds",
                "120",
                "--threads",
                "1",
                "--records",
                records.toString())
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("err").toFile())
            .start();
    try {
      while (process.isAlive() && lines(records).size() < 3) {
        Thread.sleep(50);
      }
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> summary = lines(out);
    assertThat(summary).as("%s", lines(folder.resolve("err"))).contains("stopped: interrupted");
    int trials =
        summary.stream()
            .filter(line -> line.matches("\\d+ trials in .*"))
            .mapToInt(line -> Integer.parseInt(line.split(" ")[0]))
            .findFirst()
            .orElseThrow();
    assertThat(trials).isGreaterThanOrEqualTo(3);
    assertThat(lines(records)).hasSize(trials).allMatch(line -> line.endsWith("}"));
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
