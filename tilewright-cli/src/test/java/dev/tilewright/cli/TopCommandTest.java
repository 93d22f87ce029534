package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says of itself. */
class TopCommandTest {
  @TempDir private Path folder;

  @Test
  void saysItsVersion() {
    assertThat(Cli.succeed("--version").out())
        .containsPattern("tilewright \\d+\\.\\d+\\.\\d+")
        .contains("Java " + Runtime.version());
  }

  @Test
  void completesInBash() throws IOException, InterruptedException {
    Path script = Files.writeString(folder.resolve("completion"), Cli.succeed("completion").out());
    assertThat(bash(script, "tilewright rec")).contains("records");
    assertThat(bash(script, "tilewright records pr")).contains("prune").doesNotContain("stats");
    assertThat(bash(script, "tilewright tune resnet50 --sec")).contains("--seconds");
  }

  /** What bash offers for a line. */
  private String bash(Path script, String line) throws IOException, InterruptedException {
    String program =
        """
        source %s
        COMP_LINE='%s'; COMP_POINT=${#COMP_LINE}
        read -ra COMP_WORDS <<<"$COMP_LINE"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _complete_tilewright
        printf '%%s\\n' "${COMPREPLY[@]}"
        """
            .formatted(script, line);
    Process bash =
        new ProcessBuilder("bash", "-c", program)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    bash.waitFor();
    return out;
  }

  @Test
  void progressOutsideOfATerminalHasNoControlCodesAndIsBrief() {
    Cli run =
        Cli.succeed(
            "tune",
            "dense:batch=1,in=64,out=48",
            "--trials",
            "12",
            "--threads",
            "1",
            "--records",
            folder.resolve("r.jsonl").toString());
    assertThat(run.errorLines()).startsWith("tuning 1 tasks");
    assertThat(run.out() + run.err()).doesNotContain("\u001b");
  }
}
