package dev.tilewright.cli.output;

import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.ColorScheme;

/** Colours, which are used on a terminal unless {@code NO_COLOR} is set (https://no-color.org). */
public final class Colors {
  private Colors() {}

  /** The colours of help texts. */
  public static ColorScheme scheme() {
    return Help.defaultColorScheme(ansi());
  }

  /** Paints text in picocli's markup, such as {@code @|bold,green ok|@}, where colours are used. */
  public static String paint(String markup) {
    return ansi().string(markup);
  }

  private static Ansi ansi() {
    String off = System.getenv("NO_COLOR");
    return Terminal.isInteractive() && (off == null || off.isEmpty()) ? Ansi.ON : Ansi.OFF;
  }
}
