package dev.tilewright.search.rule;

import java.util.List;

/** The sketch rules for CPUs. */
public final class CpuSketchRules {
  private CpuSketchRules() {}

  /** Every rule is asked for every stage, and all alternatives are kept. */
  public static List<SketchRule> of(WinogradOption winograd) {
    return List.of(
        new InlineStage(),
        new MultiLevelTilingWithFusion(),
        new AddCacheWrite(),
        new MultiLevelTiling(),
        new AddRfactor(),
        new AddWinograd(winograd),
        new SkipStage());
  }
}
