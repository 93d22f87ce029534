package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * The derivations that follow from one, grown sketch by sketch. The alternatives of a stage take
 * turns, so that none is left out when there are more combinations than sketches are wanted, and
 * only what is asked for is derived. Siblings begin with different alternatives: where each of them
 * grows one sketch only, these differ in later stages too.
 */
final class SketchTree {
  private final Derivation derivation;
  private final List<SketchRule> rules;
  private final int firstTurn;
  private final List<SketchTree> alternatives = new ArrayList<>();
  private final Deque<SketchTree> growing = new ArrayDeque<>();
  private boolean isVisited;

  SketchTree(Derivation derivation, List<SketchRule> rules) {
    this(derivation, rules, 0);
  }

  private SketchTree(Derivation derivation, List<SketchRule> rules, int firstTurn) {
    this.derivation = derivation;
    this.rules = rules;
    this.firstTurn = firstTurn;
  }

  /** Adds a sketch; false if there is none left to add. */
  boolean grow() {
    boolean isFirstVisit = !isVisited;
    isVisited = true;
    if (derivation.isDone()) {
      return isFirstVisit;
    }
    if (isFirstVisit) {
      addAlternatives();
    }
    while (!growing.isEmpty()) {
      SketchTree next = growing.removeFirst();
      if (next.grow()) {
        growing.addLast(next);
        return true;
      }
    }
    return false;
  }

  /** The sketches grown so far, in the order of the rules. */
  void collect(List<ScheduleState> sketches) {
    if (derivation.isDone() && isVisited) {
      sketches.add(derivation.state());
    }
    alternatives.forEach(alternative -> alternative.collect(sketches));
  }

  private void addAlternatives() {
    for (SketchRule rule : rules) {
      for (Derivation next : rule.apply(derivation)) {
        alternatives.add(new SketchTree(next, rules, firstTurn + alternatives.size()));
      }
    }
    List<SketchTree> turns = new ArrayList<>(alternatives);
    Collections.rotate(turns, -firstTurn);
    growing.addAll(turns);
  }
}
