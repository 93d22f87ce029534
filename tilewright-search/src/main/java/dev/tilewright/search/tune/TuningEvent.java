package dev.tilewright.search.tune;

import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.task.TuningTask;
import java.time.Duration;
import java.util.List;

/** What happens in a tuning run. */
public sealed interface TuningEvent {
  /**
   * Before the first trial.
   *
   * @param resumed trials found in earlier records
   * @param options when the run will end
   */
  record Started(List<TuningTask> tasks, int resumed, TuningOptions options)
      implements TuningEvent {}

  /**
   * A candidate is measured or has failed.
   *
   * @param task with its results so far, this one included
   * @param trials of all tasks in this run so far
   */
  record TrialDone(TaskResult task, MeasureResult result, int trials, Duration elapsed)
      implements TuningEvent {}

  /** After the last trial. */
  record Stopped(TuningResult result) implements TuningEvent {}
}
