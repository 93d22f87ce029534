package dev.tilewright.search.rule;

import java.util.List;

/** The sketch rules for CPUs. */
public final class CpuSketchRules {
  /** Every rule is asked for every stage, and all alternatives are kept. */
  public static final List<SketchRule> ALL =
      List.of(
          new InlineStage(),
          new MultiLevelTilingWithFusion(),
          new AddCacheWrite(),
          new MultiLevelTiling(),
          new AddRfactor(),
          new SkipStage());

  private CpuSketchRules() {}
}
