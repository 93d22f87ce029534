package dev.tilewright.search.tune;

import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.record.WorkloadKey;
import dev.tilewright.search.record.WorkloadNames;
import dev.tilewright.search.task.TuningTask;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** One run of a {@link Tuner}. */
final class TuningRun {
  private static final double GIVE_UP_FACTOR = 2.5;

  private final Tuner tuner;
  private final TuningOptions options;
  private final BooleanSupplier interrupted;
  private final Map<WorkloadKey, TaskTuner> tasks = new LinkedHashMap<>();
  private final long start = System.nanoTime();
  private int trials;
  private PhaseTimes phases = PhaseTimes.NONE;
  private long proposingNanos;

  TuningRun(
      Tuner tuner,
      List<TuningTask> tasks,
      Function<TuningTask, CandidateSource> sources,
      BooleanSupplier interrupted) {
    this.tuner = tuner;
    this.options = tuner.options();
    this.interrupted = interrupted;
    for (TuningTask task : tasks) {
      this.tasks.put(task.key(), new TaskTuner(task, sources.apply(task), options.seed()));
    }
  }

  TuningResult run() {
    int resumed = resume();
    List<TaskTuner> all = List.copyOf(tasks.values());
    tuner
        .listener()
        .on(new TuningEvent.Started(all.stream().map(TaskTuner::task).toList(), resumed, options));
    StopReason reason = rounds(all);
    TuningResult result =
        new TuningResult(
            all.stream().map(TaskTuner::result).toList(),
            reason,
            elapsed(),
            trials,
            phases,
            Duration.ofNanos(proposingNanos));
    tuner.listener().on(new TuningEvent.Stopped(result));
    return result;
  }

  private StopReason rounds(List<TaskTuner> all) {
    TaskScheduler scheduler = new TaskScheduler(options.patience());
    while (true) {
      Optional<StopReason> reason = limit();
      if (reason.isPresent()) {
        return reason.get();
      }
      Optional<TaskTuner> next = scheduler.next(all);
      if (next.isPresent()) {
        round(next.get());
        continue;
      }
      List<TaskTuner> resting = scheduler.resting(all);
      if (!options.widen() || resting.isEmpty()) {
        return all.stream().allMatch(TaskTuner::isExhausted)
            ? new StopReason.SpaceExhausted()
            : new StopReason.NoImprovement(options.patience());
      }
      resting.forEach(TaskTuner::widen);
    }
  }

  private int resume() {
    int[] resumed = {0};
    tuner
        .records()
        .forEach(
            tasks.keySet(),
            record -> {
              TaskTuner task = tasks.get(record.key());
              if (serves(record, task.task())) {
                resumed[0] += resume(task, record);
              }
            });
    return resumed[0];
  }

  private static int resume(TaskTuner task, TuningRecord record) {
    try {
      task.resume(record);
      return 1;
    } catch (UserException outdated) {
      // Steps of another version that do not apply any more: measured again if proposed.
      return 0;
    }
  }

  private static boolean serves(TuningRecord record, TuningTask task) {
    return record.target().equals(task.target().text())
        && record.threads() == task.target().threads();
  }

  private void round(TaskTuner task) {
    int count = Math.min(options.roundSize(), options.trials() - trials);
    long proposing = System.nanoTime();
    List<List<Step>> candidates = task.next(count);
    proposingNanos += System.nanoTime() - proposing;
    tuner
        .measurer()
        .measure(
            task.task(),
            candidates,
            () -> GIVE_UP_FACTOR * task.bestMicros(),
            result -> accept(task, result),
            () -> limit().isPresent());
    task.endRound();
  }

  private void accept(TaskTuner state, MeasureResult result) {
    TuningTask task = state.task();
    tuner
        .records()
        .append(
            new TuningRecord(
                task.key(),
                task.name(),
                task.target().text(),
                task.target().threads(),
                WorkloadNames.of(task.dag()),
                result.steps(),
                result.outcome(),
                options.seed(),
                Instant.now().truncatedTo(ChronoUnit.MILLIS),
                options.tool()));
    state.accept(result);
    trials++;
    phases = phases.plus(result.times());
    tuner.listener().on(new TuningEvent.TrialDone(state.result(), result, trials, elapsed()));
  }

  /** The reason to stop that has come up, if one has. */
  private Optional<StopReason> limit() {
    if (interrupted.getAsBoolean() || Thread.currentThread().isInterrupted()) {
      return Optional.of(new StopReason.Interrupted());
    }
    if (trials >= options.trials()) {
      return Optional.of(new StopReason.TrialsUsed(options.trials()));
    }
    if (elapsed().compareTo(options.time()) >= 0) {
      return Optional.of(new StopReason.TimeUsed(options.time()));
    }
    return Optional.empty();
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
