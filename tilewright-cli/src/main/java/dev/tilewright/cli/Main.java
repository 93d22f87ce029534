package dev.tilewright.cli;

import dev.tilewright.cli.command.TilewrightCommand;
import dev.tilewright.cli.output.Colors;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The entry of the command line. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    System.exit(run(out, err, arguments));
  }

  /**
   * Runs one command.
   *
   * @return 0 if it did what was asked, 1 if the work failed, 2 if the request was wrong
   */
  public static int run(PrintWriter out, PrintWriter err, String... arguments) {
    CommandLine line = new CommandLine(new TilewrightCommand());
    line.setOut(out);
    line.setErr(err);
    line.setColorScheme(Colors.scheme());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(Failures::onFailure);
    line.setParameterExceptionHandler(Failures::onWrongUsage);
    int code = line.execute(arguments);
    out.flush();
    err.flush();
    return code;
  }
}
