package dev.tilewright.search.tune;

import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.record.WorkloadKey;
import dev.tilewright.search.task.TuningTask;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fastest schedules known of each computation. What is fast for one shape is a good start for
 * another shape of the same operator.
 */
final class Neighbours {
  private static final int KEPT = 2;

  private final Map<WorkloadKey, List<TuningRecord>> fastest = new LinkedHashMap<>();

  void note(TuningRecord record) {
    if (!record.isValid()) {
      return;
    }
    List<TuningRecord> kept = fastest.computeIfAbsent(record.key(), key -> new ArrayList<>());
    kept.removeIf(other -> other.steps().equals(record.steps()));
    kept.add(record);
    kept.sort(Comparator.comparingDouble(TuningRecord::cost));
    if (kept.size() > KEPT) {
      kept.removeLast();
    }
  }

  /** Steps of other computations as far as they apply to a task, in its names. */
  List<List<Step>> of(TuningTask task) {
    List<List<Step>> steps = new ArrayList<>();
    fastest.forEach(
        (key, records) -> {
          if (!key.equals(task.key())) {
            records.forEach(record -> add(record, task, steps));
          }
        });
    return steps;
  }

  private static void add(TuningRecord record, TuningTask task, List<List<Step>> steps) {
    try {
      steps.add(record.stepsFor(task.dag()));
    } catch (UserException otherOperator) {
      // Another operator's schedule says nothing here.
      return;
    }
  }
}
