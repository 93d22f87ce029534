package dev.tilewright.search.tune;

import dev.tilewright.base.UserException;
import dev.tilewright.core.analysis.ConservativeFlops;
import dev.tilewright.core.analysis.TemplateFlops;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.model.Measured;
import dev.tilewright.search.record.Costs;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.ScheduleCodec;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.task.TuningTask;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SplittableRandom;

/** The state of the search for one task: what is measured, what is best, what comes next. */
final class TaskTuner {
  /** Share of the machine's limit from which on a task gets no more trials. */
  static final double NEAR_LIMIT = 0.93;

  /** An algorithm with a smaller share of the definition's arithmetic is another one. */
  private static final double LEAST_WORK = 0.95;

  private static final double MICROS_A_SECOND = 1e6;

  private final TuningTask task;
  private final CandidateSource source;
  private final TaskLimits limits;
  private final double conservativeFlops;
  private final double templateFlops;
  private final SplittableRandom random;
  private final Set<List<Step>> known = new HashSet<>();
  private final Map<List<Step>, Double> times = new LinkedHashMap<>();
  private final Set<List<Step>> confirmed = new HashSet<>();
  private final List<Measured> unreported = new ArrayList<>();
  private final Map<ErrorClass, Integer> failures = new EnumMap<>(ErrorClass.class);
  private final List<Double> bestAfterRound = new ArrayList<>();
  private Optional<String> firstError = Optional.empty();
  private double defaultMicros = Double.POSITIVE_INFINITY;
  private double bestMicros = Double.POSITIVE_INFINITY;
  private List<Step> bestSchedule;
  private int trials;
  private int resumed;
  private int roundsWithoutGain;
  private boolean exhausted;
  private OptionalDouble leastMicros = OptionalDouble.empty();
  private boolean limitIsKnown;

  TaskTuner(TuningTask task, CandidateSource source, TaskLimits limits, long seed) {
    this.task = task;
    this.source = source;
    this.limits = limits;
    this.conservativeFlops = ConservativeFlops.of(task.dag());
    this.templateFlops = TemplateFlops.of(task.dag());
    // The same candidates whatever other tasks there are and in which order they take turns.
    this.random = new SplittableRandom(seed ^ task.key().hex().hashCode());
    this.bestSchedule = task.defaultSchedule();
  }

  TuningTask task() {
    return task;
  }

  double bestMicros() {
    return bestMicros;
  }

  /** The best time after each round, first to last. */
  List<Double> bestAfterRound() {
    return bestAfterRound;
  }

  boolean isExhausted() {
    return exhausted;
  }

  int roundsWithoutGain() {
    return roundsWithoutGain;
  }

  /** Takes up a task that rests, with candidates unlike the ones so far. */
  void widen() {
    roundsWithoutGain = 0;
    source.widen();
  }

  /** Microseconds by which the best time may still fall, as far as the machine's limits say. */
  double improvableMicros() {
    if (!limitIsKnown) {
      limitIsKnown = true;
      // An algorithm with less arithmetic may beat the limit of the definition's.
      leastMicros =
          source.leastWork() < LEAST_WORK ? OptionalDouble.empty() : limits.leastMicros(task);
    }
    return Math.max(0, bestMicros - leastMicros.orElse(0));
  }

  /** Whether the best time is so near the machine's limit that no trial is worth its time. */
  boolean isNearLimit() {
    return limitIsKnown && leastMicros.orElse(0) >= NEAR_LIMIT * bestMicros;
  }

  /** Whether no candidate beside the default schedule is known. */
  boolean isUnexplored() {
    return !needsDefault() && known.size() <= 1;
  }

  /** Takes note of fast schedules of other computations, as far as they apply to this one. */
  void seed(List<List<Step>> neighbours) {
    source.seed(neighbours);
  }

  int trials() {
    return trials + resumed;
  }

  /**
   * Takes note of a trial of an earlier run.
   *
   * @throws UserException if its steps do not apply any more
   */
  void resume(TuningRecord record) {
    List<Step> steps = record.stepsFor(task.dag());
    if (known.add(steps)) {
      resumed++;
    }
    note(steps, record.outcome());
  }

  int resumed() {
    return resumed;
  }

  /** Whether the best time is one of several turns; true if there is nothing to confirm. */
  boolean isBestConfirmed() {
    return trials == 0 || !Double.isFinite(bestMicros) || confirmed.contains(bestSchedule);
  }

  /** The fastest candidates of which one time is known, and the default schedule if it is one. */
  List<List<Step>> unconfirmed(int count) {
    List<List<Step>> open =
        times.entrySet().stream()
            .filter(entry -> Double.isFinite(entry.getValue()))
            .filter(entry -> !confirmed.contains(entry.getKey()))
            .sorted(Map.Entry.comparingByValue())
            .map(Map.Entry::getKey)
            .toList();
    List<List<Step>> chosen = new ArrayList<>(open.subList(0, Math.min(count, open.size())));
    List<Step> standard = task.defaultSchedule();
    if (open.contains(standard) && !chosen.contains(standard)) {
      chosen.add(standard);
    }
    return chosen;
  }

  /** Takes note of what a candidate measured before takes over several turns. */
  void confirm(List<Step> steps, Outcome outcome) {
    confirmed.add(steps);
    note(steps, outcome);
  }

  /** Whether trial 0 is still to be made. */
  boolean needsDefault() {
    return !known.contains(task.defaultSchedule());
  }

  /** The next candidates: the default schedule first, then what the source proposes. */
  List<List<Step>> next(int count) {
    if (needsDefault()) {
      known.add(task.defaultSchedule());
      return List.of(task.defaultSchedule());
    }
    source.report(List.copyOf(unreported));
    unreported.clear();
    List<List<Step>> candidates = new ArrayList<>();
    for (ScheduleState state : source.propose(count, random)) {
      if (known.add(state.steps())) {
        candidates.add(state.steps());
      }
    }
    exhausted = candidates.isEmpty();
    return candidates;
  }

  void accept(MeasureResult result) {
    trials++;
    if (result.outcome() instanceof Outcome.Failed(ErrorClass error, String message)) {
      failures.merge(error, 1, Integer::sum);
      firstError = firstError.or(() -> Optional.of(error.words() + ": " + message));
    }
    note(result.steps(), result.outcome());
  }

  /** Closes a round of candidates. */
  void endRound() {
    double before = bestAfterRound.isEmpty() ? Double.POSITIVE_INFINITY : bestAfterRound.getLast();
    roundsWithoutGain = bestMicros < before ? 0 : roundsWithoutGain + 1;
    bestAfterRound.add(bestMicros);
  }

  TaskResult result() {
    return new TaskResult(
        task,
        conservativeFlops,
        templateFlops,
        finite(defaultMicros),
        finite(bestMicros),
        bestSchedule,
        leastMicros,
        trials,
        resumed,
        failures,
        firstError,
        source.qualities());
  }

  private void note(List<Step> steps, Outcome outcome) {
    double micros =
        switch (outcome) {
          case Outcome.Measured(Costs costs) -> costs.median();
          case Outcome.Failed failed -> Double.POSITIVE_INFINITY;
        };
    if (times.put(steps, micros) != null) {
      // Measured again: the later time counts.
      unreported.removeIf(measured -> measured.state().steps().equals(steps));
      findBest();
    } else if (micros < bestMicros) {
      bestMicros = micros;
      bestSchedule = steps;
    }
    if (steps.equals(task.defaultSchedule())) {
      defaultMicros = micros;
    }
    try {
      ScheduleState state = ScheduleCodec.replay(task.dag(), steps);
      unreported.add(new Measured(state, micros / MICROS_A_SECOND));
    } catch (UserException refused) {
      // A schedule that does not exist teaches nothing.
      return;
    }
  }

  private void findBest() {
    bestMicros = Double.POSITIVE_INFINITY;
    bestSchedule = task.defaultSchedule();
    times.forEach(
        (steps, micros) -> {
          if (micros < bestMicros) {
            bestMicros = micros;
            bestSchedule = steps;
          }
        });
  }

  private static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
