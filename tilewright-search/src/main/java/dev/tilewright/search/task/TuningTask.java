package dev.tilewright.search.task;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.Target;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.record.WorkloadKey;
import java.util.List;

/**
 * A computation whose fastest schedule on a machine is looked for.
 *
 * @param key what records of this computation are found by
 * @param name operator and shapes for people, for example {@code conv2d 1x56x56x64 -> 64, 3x3 /1 +
 *     bias + relu}
 * @param weight how often a network computes it
 * @param defaultSchedule steps of a schedule that is usable without tuning; trial 0
 */
public record TuningTask(
    WorkloadKey key,
    String name,
    ComputeDag dag,
    int weight,
    Target target,
    List<Step> defaultSchedule) {
  public TuningTask {
    defaultSchedule = List.copyOf(defaultSchedule);
    if (weight < 1) {
      throw new IllegalArgumentException(
          "task %s: got weight %d; expected at least 1".formatted(name, weight));
    }
  }

  /** A task whose key is that of the DAG. */
  public static TuningTask of(
      String name, ComputeDag dag, int weight, Target target, List<Step> defaultSchedule) {
    return new TuningTask(WorkloadKey.of(dag), name, dag, weight, target, defaultSchedule);
  }
}
