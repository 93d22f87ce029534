package dev.tilewright.cli.records;

import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.TuningRecord;
import java.util.OptionalDouble;

/**
 * A record in a listing.
 *
 * @param micros median time; absent if the candidate failed
 * @param result {@code ok}, or the class of the error in words
 * @param time when it was measured
 */
public record RecordRow(
    String key,
    String workload,
    String target,
    int threads,
    OptionalDouble micros,
    String result,
    String time) {
  public static RecordRow of(TuningRecord record) {
    OptionalDouble micros =
        record.isValid() ? OptionalDouble.of(record.cost()) : OptionalDouble.empty();
    return new RecordRow(
        record.key().hex(),
        record.workload(),
        record.target(),
        record.threads(),
        micros,
        result(record.outcome()),
        record.time().toString());
  }

  static String result(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Measured measured -> "ok";
      case Outcome.Failed(var error, String message) -> error.words();
    };
  }
}
