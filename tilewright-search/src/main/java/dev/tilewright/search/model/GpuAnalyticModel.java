package dev.tilewright.search.model;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.search.feature.GridCost;
import java.util.List;

/** Ranks schedules for a GPU by the cycles that {@link GridCost} estimates. It learns nothing. */
public final class GpuAnalyticModel implements CostModel {
  private final GridCost cost;

  public GpuAnalyticModel(GpuTarget target) {
    this.cost = new GridCost(target);
  }

  @Override
  public double[] score(List<ScheduleState> states) {
    return states.parallelStream().mapToDouble(state -> -Math.log(cycles(state))).toArray();
  }

  @Override
  public void update(List<Measured> measured) {
    // The machine's numbers are the target's.
  }

  /** The estimated cycles of one execution. */
  public double cycles(ScheduleState state) {
    double sum =
        cost.kernels(state).stream().mapToDouble(kernel -> kernel.estimate().cycles()).sum();
    return Math.max(1, sum);
  }
}
