package dev.tilewright.cli.option;

import picocli.CommandLine.Option;

/** Whether the result is for a program. */
public final class JsonOption {
  @Option(names = "--json", description = "Print the result as JSON, for programs.")
  private boolean json;

  public boolean isJson() {
    return json;
  }
}
