package dev.tilewright.search.rule;

import java.util.List;

/**
 * Something that may be done with a stage. A rule yields all alternatives that it knows; which of
 * them, and of those of the other rules, is best is left to the search. Split factors are open: a
 * rule writes 1 for each, and sampling puts numbers there; other factors are those of the rule's
 * algorithm and stay.
 */
public interface SketchRule {
  /** The derivations that follow; none if the rule does not apply to the stage. */
  List<Derivation> apply(Derivation derivation);
}
