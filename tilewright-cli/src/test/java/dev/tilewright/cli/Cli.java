package dev.tilewright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** One run of the command line in this process. */
record Cli(int code, String out, String err) {
  static Cli run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(new PrintWriter(out), new PrintWriter(err), arguments);
    return new Cli(code, out.toString(), err.toString());
  }

  /** A run that does what it is asked. */
  static Cli succeed(String... arguments) {
    Cli run = run(arguments);
    assertThat(run.code).as("%s", run).isZero();
    return run;
  }

  /** A run that refuses the request in one line and prints no result. */
  static Cli refuse(String... arguments) {
    Cli run = run(arguments);
    assertThat(run.code).as("%s", run).isEqualTo(2);
    assertThat(run.out).isEmpty();
    assertThat(run.errorLines()).as("%s", run).hasSize(1);
    assertThat(run.err).startsWith("tilewright: ").doesNotContain("Exception", "\tat ");
    return run;
  }

  List<String> errorLines() {
    return err.lines().toList();
  }

  JsonNode json() {
    try {
      return new ObjectMapper().readTree(out);
    } catch (JsonProcessingException malformed) {
      throw new AssertionError("no JSON: " + out, malformed);
    }
  }
}
