package dev.tilewright.search.record;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import java.time.Instant;
import java.util.List;

/**
 * One trial: one line of a record file.
 *
 * @param key what is computed
 * @param workload the same for people, for example {@code dense 1x2048 -> 1000 + bias}
 * @param target the machine as {@code --target} takes it; a record serves no other
 * @param threads how many threads the program used when it was measured
 * @param names the names that the steps use
 * @param steps the schedule
 * @param outcome costs or error
 * @param seed of the run that found it
 * @param time when it was measured
 * @param tool version of Tilewright
 */
public record TuningRecord(
    WorkloadKey key,
    String workload,
    String target,
    int threads,
    WorkloadNames names,
    List<Step> steps,
    Outcome outcome,
    long seed,
    Instant time,
    String tool) {
  /** The version of the line format that this program writes. */
  public static final int VERSION = 1;

  public TuningRecord {
    steps = List.copyOf(steps);
  }

  /**
   * The steps in the names of a DAG that has this record's key.
   *
   * @throws dev.tilewright.base.UserException if a step is refused, as one of an older version may
   *     be
   */
  public List<Step> stepsFor(ComputeDag dag) {
    return names.equals(WorkloadNames.of(dag))
        ? steps
        : StepTranslator.translate(steps, names.applyTo(dag), dag);
  }

  /** Median time in microseconds; infinite if the candidate failed. */
  public double cost() {
    return switch (outcome) {
      case Outcome.Measured(Costs costs) -> costs.median();
      case Outcome.Failed failed -> Double.POSITIVE_INFINITY;
    };
  }

  public boolean isValid() {
    return outcome instanceof Outcome.Measured;
  }
}
