package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Derives the sketches of a compute DAG: the rules applied to every stage in all combinations. */
public final class SketchGenerator {
  /** Combinations beyond this many would only dilute the search. */
  private static final int MAX_SKETCHES = 96;

  private SketchGenerator() {}

  /** At least one sketch; the order depends on the DAG and the rules only. */
  public static List<ScheduleState> generate(ComputeDag dag, List<SketchRule> rules) {
    List<ScheduleState> sketches = new ArrayList<>();
    Deque<Derivation> pending = new ArrayDeque<>();
    pending.push(Derivation.start(ScheduleState.initial(dag)));
    while (!pending.isEmpty() && sketches.size() < MAX_SKETCHES) {
      Derivation derivation = pending.pop();
      if (derivation.isDone()) {
        sketches.add(derivation.state());
      } else {
        alternatives(derivation, rules).reversed().forEach(pending::push);
      }
    }
    return sketches;
  }

  private static List<Derivation> alternatives(Derivation derivation, List<SketchRule> rules) {
    List<Derivation> alternatives = new ArrayList<>();
    for (SketchRule rule : rules) {
      alternatives.addAll(rule.apply(derivation));
    }
    return alternatives;
  }
}
