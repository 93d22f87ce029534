package dev.tilewright.core.lower;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.analysis.Interval;
import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.Optional;
import java.util.Set;

/**
 * What the variables outside of a statement must fulfil for a comparison inside of it to hold for
 * all values of the variables inside: {@code sum < 0}.
 *
 * @param comparison the comparison as it stands in the statement
 * @param sum over outer variables only
 */
record Bound(Expr.CompareIndex comparison, Affine sum) {
  /**
   * The bound of a comparison; none if inner and outer variables do not separate, or if it would be
   * decided without looking at the outer variables.
   */
  static Optional<Bound> of(Expr.CompareIndex comparison, Set<Var> outer) {
    return negativeForm(comparison)
        .flatMap(sum -> worstCase(sum, outer))
        .filter(sum -> sum.bounds().min() < 0 && sum.bounds().max() >= 0)
        .map(sum -> new Bound(comparison, sum));
  }

  /** The condition of which the bound is the worst case, as {@code sum < 0}. */
  private static Optional<Affine> negativeForm(Expr.CompareIndex comparison) {
    Affine left = Affine.of(comparison.left());
    Affine right = Affine.of(comparison.right());
    return switch (comparison.op()) {
      case LT -> Optional.of(left.minus(right));
      case LE -> Optional.of(left.minus(right).plus(-1));
      case GT -> Optional.of(right.minus(left));
      case GE -> Optional.of(right.minus(left).plus(-1));
      case EQ, NE -> Optional.empty();
    };
  }

  private static Optional<Affine> worstCase(Affine sum, Set<Var> outer) {
    Affine worst = Affine.constant(sum.constant());
    for (Affine.Term term : sum.terms()) {
      Set<Var> variables = Variables.of(term.atom());
      if (outer.containsAll(variables)) {
        worst = worst.plus(Affine.of(term.atom()).times(term.coefficient()));
      } else {
        Interval values = Simplifier.bounds(term.atom());
        if (variables.stream().anyMatch(outer::contains) || !values.isBounded()) {
          return Optional.empty();
        }
        long extreme = term.coefficient() > 0 ? values.max() : values.min();
        worst = worst.plus(Math.multiplyExact(term.coefficient(), extreme));
      }
    }
    return Optional.of(worst);
  }

  boolean dependsOn(Var variable) {
    return !sum.isIndependentOf(variable);
  }

  /** The one atom of the sum, if there is only one. */
  Optional<Index> atom() {
    return sum.terms().size() == 1 ? Optional.of(sum.terms().getFirst().atom()) : Optional.empty();
  }

  /** The values of the only atom that fulfil the bound. */
  Interval range() {
    Affine.Term term = sum.terms().getFirst();
    long c = sum.constant();
    return term.coefficient() > 0
        ? new Interval(Long.MIN_VALUE, Math.ceilDiv(-c, term.coefficient()) - 1)
        : new Interval(Math.floorDiv(c, -term.coefficient()) + 1, Long.MAX_VALUE);
  }
}
