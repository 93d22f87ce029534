package dev.tilewright.cli.output;

import java.io.Console;

/** What the program's output goes to. */
public final class Terminal {
  private Terminal() {}

  /** True if a person watches: input and output are a terminal that understands control codes. */
  public static boolean isInteractive() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }
}
