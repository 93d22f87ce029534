package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A long reduction with few results: parts of it are reduced in parallel, in a kernel of their own,
 * and then combined. The parts are scheduled as any reduction.
 */
final class SplitReduction implements ReductionTemplate {
  /** Terms of a part at least, so that combining the parts costs nothing beside. */
  private static final long LEAST_TERMS = 16_384;

  private final CpuTarget target;
  private final List<ReductionTemplate> templates;

  SplitReduction(CpuTarget target, List<ReductionTemplate> templates) {
    this.target = target;
    this.templates = templates;
  }

  @Override
  public boolean apply(Draft draft, ReductionStage stage) {
    Compute op = draft.stage(stage.name()).op();
    Optional<Var> longest = op.reduceAxes().stream().max(Comparator.comparingLong(Var::extent));
    if (longest.isEmpty() || AccessAnalysis.spatialExtent(op) >= target.threads()) {
      return false;
    }
    Var axis = longest.get();
    long parts = 4L * target.threads();
    while (parts > 1 && axis.extent() % parts != 0) {
      parts--;
    }
    if (parts < target.threads() || axis.extent() / parts < LEAST_TERMS) {
      return false;
    }
    List<String> split = draft.split(stage.name(), axis.name(), axis.extent() / parts);
    draft.apply(new Rfactor(stage.name(), split.getFirst(), 0));
    int place = draft.state().stages().indexOf(draft.stage(stage.name()));
    String partial = draft.state().stages().get(place - 1).name();
    ReductionStage part = new ReductionStage(partial, Optional.empty());
    return templates.stream()
        .anyMatch(template -> draft.attemptIf(() -> template.apply(draft, part)));
  }
}
