package dev.tilewright.search.tune;

import java.time.Duration;

/**
 * When a tuning run stops, and what it writes into its records.
 *
 * @param trials candidates measured in all; those in earlier records do not count
 * @param time wall-clock time
 * @param roundSize candidates of one task between two decisions
 * @param patience a task rests after so many rounds without a better candidate
 * @param widen whether, once all tasks rest, the search goes on farther away from what is known
 *     instead of ending with time and trials left
 * @param finalists the fastest candidates of a task that are measured again, interleaved with the
 *     default schedule, before they are believed; 0 to believe the first time
 * @param seed equal seeds give equal candidates for equal measurements
 * @param tool version written into the records
 */
public record TuningOptions(
    int trials,
    Duration time,
    int roundSize,
    int patience,
    boolean widen,
    int finalists,
    long seed,
    String tool) {
  private static final int ROUND_SIZE = 16;
  private static final int PATIENCE = 40;
  private static final int FINALISTS = 4;

  public TuningOptions {
    if (trials < 0 || time.isNegative() || roundSize < 1 || patience < 1 || finalists < 0) {
      throw new IllegalArgumentException(
          "tuning options: got %d trials, %s, rounds of %d, patience %d; expected nothing negative"
              .formatted(trials, time, roundSize, patience));
    }
  }

  /** With the usual rounds and patience. */
  public static TuningOptions of(int trials, Duration time, long seed, String tool) {
    return new TuningOptions(trials, time, ROUND_SIZE, PATIENCE, true, FINALISTS, seed, tool);
  }
}
