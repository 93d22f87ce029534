package dev.tilewright.search.model;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.feature.ComputeCost;
import dev.tilewright.search.feature.LoopPath;
import dev.tilewright.search.feature.MemoryCost;
import dev.tilewright.search.feature.Statement;
import java.util.List;
import java.util.OptionalLong;

/**
 * A roofline by hand: every stage takes the longer of what its instructions and what its cache
 * traffic take, shared by as many threads as its parallel loop has chunks for. It learns nothing
 * and needs tens of microseconds a schedule, so that thousands can be sifted before one is built.
 */
public final class AnalyticModel implements CostModel {
  /** Waking the threads and waiting for the last one. */
  private static final double LAUNCH_CYCLES = 4000;

  private static final double CHUNK_CYCLES = 30;

  private final CpuTarget target;
  private final ComputeCost compute;
  private final MemoryCost memory;

  public AnalyticModel(CpuTarget target) {
    this.target = target;
    this.compute = new ComputeCost(target);
    this.memory = new MemoryCost(target);
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
    double cycles = 0;
    for (Statement statement : Statement.of(state)) {
      double one = Math.max(compute.cycles(statement), memory.cycles(statement));
      cycles += shared(statement.path(), one);
      if (statement.stage().placement() instanceof Placement.Root) {
        cycles += LAUNCH_CYCLES / 4;
      }
    }
    return Math.max(1, cycles);
  }

  /** The time of the slowest thread. */
  private double shared(LoopPath path, double cycles) {
    OptionalLong chunks = chunks(path);
    if (chunks.isEmpty() || target.threads() == 1) {
      return cycles;
    }
    double n = Math.max(1, chunks.getAsLong());
    double rounds = Math.ceil(n / target.threads());
    return cycles * rounds / n + LAUNCH_CYCLES + rounds * CHUNK_CYCLES;
  }

  private static OptionalLong chunks(LoopPath path) {
    return !path.loops().isEmpty()
            && path.loops().getFirst().annotation() instanceof ForKind.Parallel
        ? OptionalLong.of(path.loops().getFirst().extent())
        : OptionalLong.empty();
  }
}
