package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;

/** Derives the sketches of a compute DAG: the rules applied to every stage in all combinations. */
public final class SketchGenerator {
  /** Combinations beyond this many would only dilute the search. */
  static final int MAX_SKETCHES = 96;

  private SketchGenerator() {}

  /**
   * At least one sketch; the order depends on the DAG and the rules only. Where there are too many
   * combinations, every alternative of a stage gets an equal share.
   */
  public static List<ScheduleState> generate(ComputeDag dag, List<SketchRule> rules) {
    SketchTree tree = new SketchTree(Derivation.start(ScheduleState.initial(dag)), rules);
    int count = 0;
    while (count < MAX_SKETCHES && tree.grow()) {
      count++;
    }
    List<ScheduleState> sketches = new ArrayList<>();
    tree.collect(sketches);
    return sketches;
  }
}
