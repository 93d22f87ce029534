package dev.tilewright.bench.table;

import dev.tilewright.cli.bench.BenchResult;
import dev.tilewright.cli.bench.BenchRun;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A section as Markdown. */
final class MarkdownTable {
  private static final double MICROS_A_MILLI = 1e3;

  private final Section section;

  MarkdownTable(Section section) {
    this.section = section;
  }

  /** Title and table; only the title's line says so if there are no rows. */
  String text(List<Row> rows) {
    StringBuilder text = new StringBuilder("## %s%n%n".formatted(section.title()));
    if (rows.isEmpty()) {
      return text.append("Not measured.\n").toString();
    }
    text.append(
        "| workload | threads | default ms | tuned ms (min, spread) | GFLOP/s | % of bar |");
    section.peers().forEach(peer -> text.append(" %1$s ms | %1$s / tuned |".formatted(peer)));
    text.append("\n| --- | ---: | ---: | ---: | ---: | ---: |");
    text.append(" ---: | ---: |".repeat(section.peers().size())).append('\n');
    rows.forEach(row -> text.append(line(row)).append('\n'));
    return text.toString();
  }

  private String line(Row row) {
    BenchResult.Peer ours = row.ours();
    String own =
        "| `%s` | %d | %s | %.3f (%.3f, %.0f %%) | %.1f | %.0f |"
            .formatted(
                row.name(),
                row.threads(),
                time(row, BenchRun.DEFAULT_SCHEDULES).map("%.3f"::formatted).orElse("-"),
                ours.medianMicros() / MICROS_A_MILLI,
                ours.minMicros() / MICROS_A_MILLI,
                100 * ours.spread(),
                row.gflops(),
                100 * row.gflops() / row.bar());
    return own
        + section.peers().stream().map(peer -> cells(row, peer)).collect(Collectors.joining());
  }

  /** A peer's time and how it compares; dashes if it does not support the workload. */
  private static String cells(Row row, String peer) {
    return time(row, peer)
        .map(
            time ->
                " %.3f | %.2f |".formatted(time, time * MICROS_A_MILLI / row.ours().medianMicros()))
        .orElse(" - | - |");
  }

  private static Optional<Double> time(Row row, String other) {
    return Optional.ofNullable(row.others().get(other))
        .map(peer -> peer.medianMicros() / MICROS_A_MILLI);
  }
}
