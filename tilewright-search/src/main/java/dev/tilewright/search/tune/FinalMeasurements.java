package dev.tilewright.search.tune;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.measure.Measurer;
import dev.tilewright.search.record.Costs;
import dev.tilewright.search.record.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * Measures the fastest candidates of a task and its default schedule again, one after the other and
 * several times over, so that a disturbance of the machine meets all of them. What won by luck
 * loses its place, and then the next ones are looked at, until the best is one that was measured
 * again.
 */
final class FinalMeasurements {
  /** How often each candidate takes its turn. */
  static final int TURNS = 3;

  private static final int MAX_HEATS = 4;

  private final Measurer measurer;
  private final int finalists;
  private final BooleanSupplier stop;

  FinalMeasurements(Measurer measurer, int finalists, BooleanSupplier stop) {
    this.measurer = measurer;
    this.finalists = finalists;
    this.stop = stop;
  }

  /**
   * @param results receives one outcome a schedule, over all its turns
   */
  void measure(TaskTuner task, BiConsumer<List<Step>, Outcome> results) {
    for (int heat = 0; heat < MAX_HEATS && !task.isBestConfirmed(); heat++) {
      List<List<Step>> candidates = task.unconfirmed(finalists);
      outcomes(task, candidates).forEach(results);
      if (stop.getAsBoolean()) {
        return;
      }
    }
  }

  private Map<List<Step>, Outcome> outcomes(TaskTuner task, List<List<Step>> candidates) {
    List<List<Step>> turns = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      turns.addAll(candidates);
    }
    Map<List<Step>, Outcome> outcomes = new LinkedHashMap<>();
    measurer.measure(
        task.task(),
        turns,
        () -> Double.POSITIVE_INFINITY,
        (MeasureResult result) ->
            outcomes.merge(result.steps(), result.outcome(), FinalMeasurements::join),
        stop);
    return outcomes;
  }

  /** All repeats of both; a candidate that fails once has failed. */
  private static Outcome join(Outcome earlier, Outcome later) {
    if (earlier instanceof Outcome.Measured(Costs first)
        && later instanceof Outcome.Measured(Costs second)) {
      List<Double> repeats = new ArrayList<>(first.repeats());
      repeats.addAll(second.repeats());
      return new Outcome.Measured(Costs.of(repeats));
    }
    return earlier instanceof Outcome.Failed ? earlier : later;
  }
}
