package dev.tilewright.search.rule;

import java.util.List;

/**
 * Leaves a stage in plain loops of its own. Not for cheap stages that are read point by point:
 * computing them in place is never slower.
 */
final class SkipStage implements SketchRule {
  @Override
  public List<Derivation> apply(Derivation derivation) {
    return InlineStage.isAlwaysBest(derivation)
        ? List.of()
        : List.of(derivation.proceed(derivation.state()));
  }
}
