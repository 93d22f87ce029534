package dev.tilewright.search.tune;

import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.record.WorkloadKey;
import dev.tilewright.search.record.WorkloadNames;
import dev.tilewright.search.task.TuningTask;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** One run of a {@link Tuner}. */
final class TuningRun {
  private static final double GIVE_UP_FACTOR = 2.5;

  /** Share of the time that the final measurements may take. */
  private static final double MAX_RESERVE = 0.1;

  private final Tuner tuner;
  private final TuningOptions options;
  private final BooleanSupplier interrupted;
  private final Map<WorkloadKey, TaskTuner> tasks = new LinkedHashMap<>();
  private final long start = System.nanoTime();
  private final Neighbours neighbours = new Neighbours();
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
      this.tasks.put(
          task.key(), new TaskTuner(task, sources.apply(task), tuner.limits(), options.seed()));
    }
  }

  TuningResult run() {
    int resumed = resume();
    List<TaskTuner> all = List.copyOf(tasks.values());
    tuner
        .listener()
        .on(new TuningEvent.Started(all.stream().map(TaskTuner::task).toList(), resumed, options));
    StopReason reason = rounds(all);
    confirm(all, reason);
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
        return reasonOfRest(all);
      }
      resting.forEach(TaskTuner::widen);
    }
  }

  private StopReason reasonOfRest(List<TaskTuner> all) {
    if (all.stream().allMatch(TaskTuner::isExhausted)) {
      return new StopReason.SpaceExhausted();
    }
    return all.stream().allMatch(task -> task.isExhausted() || task.isNearLimit())
        ? new StopReason.NearLimit(TaskTuner.NEAR_LIMIT)
        : new StopReason.NoImprovement(options.patience());
  }

  private int resume() {
    tuner
        .records()
        .forEach(
            record -> {
              TaskTuner task = tasks.get(record.key());
              if (task != null && serves(record, task.task())) {
                resume(task, record);
              }
              if (tasks.values().stream().anyMatch(any -> serves(record, any.task()))) {
                neighbours.note(record);
              }
            });
    return tasks.values().stream().mapToInt(TaskTuner::resumed).sum();
  }

  private static void resume(TaskTuner task, TuningRecord record) {
    try {
      task.resume(record);
    } catch (UserException outdated) {
      // Steps of another version that do not apply any more: measured again if proposed.
      return;
    }
  }

  private static boolean serves(TuningRecord record, TuningTask task) {
    return record.target().equals(task.target().text())
        && record.threads() == task.target().threads();
  }

  private void round(TaskTuner task) {
    int count = Math.min(options.roundSize(), options.trials() - trials);
    long proposing = System.nanoTime();
    if (task.isUnexplored()) {
      task.seed(neighbours.of(task.task()));
    }
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

  /** Measures the fastest candidates again, of the tasks with most to lose first. */
  private void confirm(List<TaskTuner> all, StopReason reason) {
    if (options.finalists() == 0 || reason instanceof StopReason.Interrupted) {
      return;
    }
    FinalMeasurements finals =
        new FinalMeasurements(
            tuner.measurer(), options.finalists(), () -> isInterrupted() || isLate());
    all.stream()
        .sorted(
            Comparator.comparingDouble((TaskTuner t) -> t.task().weight() * t.bestMicros())
                .reversed())
        .takeWhile(task -> !isInterrupted() && !isLate())
        .forEach(
            task ->
                finals.measure(
                    task,
                    (steps, outcome) -> {
                      record(task.task(), steps, outcome);
                      task.confirm(steps, outcome);
                    }));
  }

  /** Time to keep for the final measurements, by the speed of the trials so far. */
  private Duration reserve() {
    long turns = (options.finalists() + 1L) * FinalMeasurements.TURNS * tasks.size();
    double share = Math.min(MAX_RESERVE, turns / (double) Math.max(1, turns + trials));
    return options.finalists() == 0
        ? Duration.ZERO
        : Duration.ofNanos((long) (share * options.time().toNanos()));
  }

  private void accept(TaskTuner state, MeasureResult result) {
    record(state.task(), result.steps(), result.outcome());
    state.accept(result);
    trials++;
    phases = phases.plus(result.times());
    tuner.listener().on(new TuningEvent.TrialDone(state.result(), result, trials, elapsed()));
  }

  private void record(TuningTask task, List<Step> steps, Outcome outcome) {
    TuningRecord record =
        new TuningRecord(
            task.key(),
            task.name(),
            task.target().text(),
            task.target().threads(),
            WorkloadNames.of(task.dag()),
            steps,
            outcome,
            options.seed(),
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            options.tool());
    neighbours.note(record);
    tuner.records().append(record);
  }

  /** The reason to stop that has come up, if one has. */
  private Optional<StopReason> limit() {
    if (isInterrupted()) {
      return Optional.of(new StopReason.Interrupted());
    }
    if (trials >= options.trials()) {
      return Optional.of(new StopReason.TrialsUsed(options.trials()));
    }
    if (elapsed().compareTo(options.time().minus(reserve())) >= 0) {
      return Optional.of(new StopReason.TimeUsed(options.time()));
    }
    return Optional.empty();
  }

  private boolean isInterrupted() {
    return interrupted.getAsBoolean() || Thread.currentThread().isInterrupted();
  }

  private boolean isLate() {
    return elapsed().compareTo(options.time()) >= 0;
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
