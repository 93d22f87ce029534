package dev.tilewright.search.record;

import dev.tilewright.core.schedule.step.Step;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Records of one workload, target and number of threads. Of several records with the same steps the
 * one added last counts, since it is the re-measurement of a schedule that looked good: the first
 * time of the fastest of many candidates is more often luck than not.
 */
public final class LatestRecords {
  private final Map<List<Step>, TuningRecord> bySteps = new HashMap<>();

  /** Takes a record, which replaces an earlier one with the same steps, also if it is a failure. */
  public void add(TuningRecord record) {
    bySteps.put(record.steps(), record);
  }

  /** The fastest valid record. */
  public Optional<TuningRecord> best() {
    return bySteps.values().stream()
        .filter(TuningRecord::isValid)
        .min(Comparator.comparingDouble(TuningRecord::cost).thenComparing(TuningRecord::time));
  }
}
