package dev.tilewright.cli.option;

import picocli.CommandLine.Option;

/** What every command takes. */
public final class CommonOptions {
  /** The long name of the option that asks for details. */
  public static final String VERBOSE = "--verbose";

  @Option(
      names = {"-v", VERBOSE},
      description = "Show details, and the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  public boolean isVerbose() {
    return verbose;
  }
}
