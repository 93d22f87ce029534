package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import java.util.List;

/** Plain loops, the outer ones in parallel; suits every reduction. */
final class PlainReduction implements ReductionTemplate {
  private final CpuTarget target;

  PlainReduction(CpuTarget target) {
    this.target = target;
  }

  @Override
  public boolean apply(Draft draft, ReductionStage stage) {
    Compute op = draft.stage(stage.name()).op();
    List<String> loops =
        draft.stage(stage.name()).iters().stream()
            .filter(iter -> iter.kind() == Iter.Kind.SPATIAL)
            .map(Iter::name)
            .toList();
    double work = AccessAnalysis.spatialExtent(op) * AccessAnalysis.reduceExtent(op);
    OuterLoops.parallelise(draft, stage.name(), loops, loops.size(), work, target);
    return true;
  }
}
