package dev.tilewright.cli.records;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.StepCodec;
import dev.tilewright.search.record.TuningRecord;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Records as comma-separated values (RFC 4180, lines end with a line feed), one a line. */
public final class RecordCsv {
  private static final List<String> HEADINGS =
      List.of(
          "key",
          "workload",
          "target",
          "threads",
          "median_us",
          "min_us",
          "spread",
          "error",
          "message",
          "seed",
          "time",
          "tool",
          "steps");

  private final PrintWriter out;

  /** Prints the line of headings. */
  public RecordCsv(PrintWriter out) {
    this.out = out;
    line(HEADINGS.stream());
  }

  /** Prints one record. */
  public void add(TuningRecord record) {
    line(
        Stream.of(
                Stream.of(
                    record.key().hex(),
                    record.workload(),
                    record.target(),
                    Integer.toString(record.threads())),
                outcome(record.outcome()),
                Stream.of(
                    Long.toString(record.seed()),
                    record.time().toString(),
                    record.tool(),
                    steps(record.steps())))
            .flatMap(cells -> cells));
  }

  private static Stream<String> outcome(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured(var costs) ->
          Stream.of(
              Double.toString(costs.median()),
              Double.toString(costs.min()),
              Double.toString(costs.spread()),
              "",
              "");
      case Outcome.Failed(ErrorClass error, String message) ->
          Stream.of("", "", "", error.name(), message);
    };
  }

  private static String steps(List<Step> steps) {
    return StepCodec.encodeAll(steps).toString();
  }

  private void line(Stream<String> cells) {
    out.print(cells.map(RecordCsv::quoted).collect(Collectors.joining(",")));
    out.print('\n');
  }

  private static String quoted(String cell) {
    return cell.matches("(?s).*[\",\r\n].*") ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
  }
}
