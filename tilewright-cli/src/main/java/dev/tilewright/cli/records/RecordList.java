package dev.tilewright.cli.records;

import dev.tilewright.cli.output.Units;
import java.io.PrintWriter;

/**
 * A list of records that is printed as it is read, since there may be millions. The widths of the
 * columns are fixed; the texts of open length come last.
 */
public final class RecordList {
  private static final String FORMAT = "%-32s  %7s  %11s  %-13s  %-24s  %-18s  %s%n";

  private final PrintWriter out;

  public RecordList(PrintWriter out) {
    this.out = out;
    out.printf(FORMAT, "key", "threads", "time", "result", "measured at", "target", "workload");
  }

  /** Prints one line. */
  public void add(RecordRow row) {
    out.printf(
        FORMAT,
        row.key(),
        row.threads(),
        Units.time(row.micros()),
        row.result(),
        row.time(),
        row.target(),
        row.workload());
  }
}
