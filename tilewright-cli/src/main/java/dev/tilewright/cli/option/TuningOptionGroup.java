package dev.tilewright.cli.option;

import dev.tilewright.base.UserException;
import dev.tilewright.search.tune.TuningOptions;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** When tuning stops, and its seed. */
public final class TuningOptionGroup {
  private static final int TRIALS_A_TASK = 64;
  private static final Duration LONG = Duration.ofDays(30);

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Candidates to measure in all (default: 64 a task, unless --seconds is given).")
  private Optional<Integer> trials;

  @Option(names = "--seconds", paramLabel = "S", description = "Wall-clock time to stop after.")
  private Optional<Double> seconds;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Equal seeds propose equal candidates (default: ${DEFAULT-VALUE}).")
  private long seed;

  /**
   * The options for a number of tasks.
   *
   * @param tool version written into the records
   */
  public TuningOptions options(int tasks, String tool) {
    trials.filter(n -> n < 1).ifPresent(n -> refuse("--trials " + n));
    seconds.filter(s -> !(s > 0 && s < LONG.toSeconds())).ifPresent(s -> refuse("--seconds " + s));
    int limit =
        trials.orElse(seconds.isPresent() ? Integer.MAX_VALUE : TRIALS_A_TASK * Math.max(1, tasks));
    Duration time = seconds.map(s -> Duration.ofMillis((long) (s * 1000))).orElse(LONG);
    return TuningOptions.of(limit, time, seed, tool);
  }

  public long seed() {
    return seed;
  }

  private static void refuse(String option) {
    throw new UserException(option + ": expected a number above 0, and of seconds at most a month");
  }
}
