package dev.tilewright.search.tune;

import dev.tilewright.search.task.TuningTask;
import java.util.OptionalDouble;

/**
 * What the machine allows a task at best, so that no trials are spent on what cannot get better.
 */
@FunctionalInterface
public interface TaskLimits {
  /** Microseconds that no schedule of the task's definition can beat; empty if not known. */
  OptionalDouble leastMicros(TuningTask task);

  /** Nothing is known. */
  static TaskLimits unknown() {
    return task -> OptionalDouble.empty();
  }
}
