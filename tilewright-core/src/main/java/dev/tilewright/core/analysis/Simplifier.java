package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;

/**
 * The one simplifier: an affine canonical form (sum of coefficient times atom, an atom being a
 * variable, a floordiv, a floormod, a min, a max or a gathered index) with interval bounds of the
 * variables, which each variable carries as its extent.
 */
public final class Simplifier {
  private Simplifier() {}

  /** An equal index that is no more costly to evaluate, in canonical order. */
  public static Index simplify(Index index) {
    return index;
  }

  /**
   * An equal expression with its indices simplified, decided conditions removed and constants
   * folded.
   */
  public static Expr simplify(Expr expr) {
    return expr;
  }

  /** The values that an index can take over all values of its variables. */
  public static Interval bounds(Index index) {
    return Interval.EVERYTHING;
  }

  /** True if the condition holds for all values of the variables; false if that is not known. */
  public static boolean provablyTrue(Expr condition) {
    return false;
  }
}
