package dev.tilewright.graph.network;

import dev.tilewright.core.target.Target;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.schedule.DefaultSchedules;
import dev.tilewright.search.record.WorkloadKey;
import dev.tilewright.search.task.TuningTask;

/**
 * A computation that a network contains.
 *
 * @param key equal for equal computations; taken before any schedule changes the DAG
 * @param name operator and shapes for people
 * @param weight how often the network computes it
 */
public record NetworkTask(WorkloadKey key, String name, ComputeDag dag, int weight) {
  /** A computation by itself. */
  public static NetworkTask of(String name, ComputeDag dag) {
    return new NetworkTask(WorkloadKey.of(dag), name, dag, 1);
  }

  /** The task as the tuner takes it, with its default schedule. */
  public TuningTask forTuning(Target target) {
    return new TuningTask(key, name, dag, weight, target, DefaultSchedules.of(dag, target).steps());
  }
}
