package dev.tilewright.search.model;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.rule.StageFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    return states.stream().mapToDouble(state -> -Math.log(cycles(state))).toArray();
  }

  @Override
  public void update(List<Measured> measured) {
    // The machine's numbers are the target's.
  }

  /** The estimated cycles of one execution. */
  public double cycles(ScheduleState state) {
    double cycles = 0;
    for (Stage stage : state.stages()) {
      if (!(stage.placement() instanceof Placement.Inlined)) {
        cycles += stageCycles(state, stage);
      }
      if (stage.placement() instanceof Placement.Root) {
        cycles += LAUNCH_CYCLES / 4;
      }
    }
    return Math.max(1, cycles);
  }

  private double stageCycles(ScheduleState state, Stage stage) {
    LoopPath path = LoopPath.of(state, stage);
    Map<Var, Index> axisValues = new HashMap<>();
    for (AxisBinding binding : stage.bindings()) {
      axisValues.put(binding.axis(), binding.value());
    }
    List<Access> reads = new ArrayList<>();
    for (Expr.Load load : StageFacts.allLoads(stage.op())) {
      boolean packed = state.layouts().containsKey(load.buffer());
      reads.add(Access.of(load.buffer(), load.indices(), axisValues, path, packed));
    }
    List<Access> writes = new ArrayList<>();
    List<Index> place = Index.refs(stage.op().axes());
    for (Buffer output : stage.op().outputs()) {
      writes.add(Access.of(output, place, axisValues, path, false));
    }
    double one =
        Math.max(
            compute.cycles(path, reads, writes), memory.cycles(path, Access.all(reads, writes)));
    return shared(path, one);
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
