package dev.tilewright.search.evolve;

import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.rule.WinogradOption;

/** The search space of each kind of target. */
public final class SearchSpaces {
  private SearchSpaces() {}

  /**
   * The schedules of a DAG for a target.
   *
   * @param winograd has no meaning for GPUs, whose rules do not know these algorithms
   */
  public static SearchSpace of(ComputeDag dag, Target target, WinogradOption winograd) {
    return switch (target) {
      case CpuTarget cpu -> SketchSearchSpace.of(dag, cpu, winograd);
      case GpuTarget gpu -> GpuSearchSpace.of(dag, gpu);
    };
  }
}
