package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;

/** The sketch rules for GPUs. */
public final class GpuSketchRules {
  /** Every rule is asked for every stage, and all alternatives are kept. */
  public static final List<SketchRule> ALL =
      List.of(
          new InlineStage(),
          new TileForBlocks(),
          new ReduceAcrossThreads(),
          new SplitReductionAcrossBlocks(),
          new SkipStage());

  private GpuSketchRules() {}

  /** The sketches of a DAG, with what the rules left at root bound to blocks and threads, too. */
  public static List<ScheduleState> sketches(ComputeDag dag) {
    List<ScheduleState> complete = new ArrayList<>();
    for (ScheduleState sketch : SketchGenerator.generate(dag, ALL)) {
      try {
        complete.add(BindRemaining.apply(sketch));
      } catch (StepRefusedException notThatWay) {
        // A combination of alternatives that do not fit together; others remain.
      }
    }
    return complete;
  }
}
