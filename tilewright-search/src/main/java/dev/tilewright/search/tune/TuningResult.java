package dev.tilewright.search.tune;

import dev.tilewright.search.build.PhaseTimes;
import java.time.Duration;
import java.util.List;

/**
 * What came of a tuning run.
 *
 * @param tasks in the order in which they were given
 * @param trials candidates measured in this run
 * @param phases where the time in the workers went, all trials together
 * @param proposing time spent on deciding what to measure
 */
public record TuningResult(
    List<TaskResult> tasks,
    StopReason stopReason,
    Duration elapsed,
    int trials,
    PhaseTimes phases,
    Duration proposing) {
  public TuningResult {
    tasks = List.copyOf(tasks);
  }

  /** Trials a second of wall-clock time. */
  public double trialsPerSecond() {
    return trials / (Math.max(1, elapsed.toMillis()) / 1e3);
  }
}
