package dev.tilewright.search.tune;

import dev.tilewright.search.measure.Measurer;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.task.TuningTask;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Tunes tasks: measures the default schedule of each, then candidates of the most promising task,
 * round by round, until there is a reason to stop. Every trial is in the record file before the
 * next event is sent, so that whatever ends the run loses nothing. Trials in the record file are
 * taken up and not repeated.
 *
 * @param limits asked between measurements, once several tasks compete for trials
 * @param listener is told what happens
 */
public record Tuner(
    Measurer measurer,
    RecordFile records,
    TuningOptions options,
    TaskLimits limits,
    TuningListener listener) {

  /** A tuner that knows no limits of the machine. */
  public Tuner(
      Measurer measurer, RecordFile records, TuningOptions options, TuningListener listener) {
    this(measurer, records, options, TaskLimits.unknown(), listener);
  }

  /**
   * Tunes until there is a reason to stop.
   *
   * @param tasks with distinct keys
   * @param sources where the candidates of each task come from
   * @param interrupted asked often; once true, the run ends within a second
   * @throws dev.tilewright.base.EnvironmentException if the record file cannot be written
   */
  public TuningResult tune(
      List<TuningTask> tasks,
      Function<TuningTask, CandidateSource> sources,
      BooleanSupplier interrupted) {
    return new TuningRun(this, tasks, sources, interrupted).run();
  }
}
