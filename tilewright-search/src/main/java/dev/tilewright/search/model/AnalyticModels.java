package dev.tilewright.search.model;

import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;

/** The hand-made model of each kind of target. */
public final class AnalyticModels {
  private AnalyticModels() {}

  public static CostModel of(Target target) {
    return switch (target) {
      case CpuTarget cpu -> new AnalyticModel(cpu);
      case GpuTarget gpu -> new GpuAnalyticModel(gpu);
    };
  }
}
