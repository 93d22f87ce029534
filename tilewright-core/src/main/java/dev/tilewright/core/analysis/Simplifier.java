package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;

/**
 * The one simplifier: an affine canonical form ({@link Affine}: sum of coefficient times atom, an
 * atom being a variable, a floordiv, a floormod, a min, a max or a gathered index) with interval
 * bounds of the variables, which each variable carries as its extent.
 */
public final class Simplifier {
  private Simplifier() {}

  /** An equal index that is no more costly to evaluate, in canonical order. */
  public static Index simplify(Index index) {
    if (index instanceof Index.Const) {
      return index;
    }
    Index simple = Affine.of(index).toIndex();
    return simple.equals(index) ? index : simple;
  }

  /**
   * An equal expression with its indices simplified, decided conditions removed and constants
   * folded. Floating-point results stay the same to the last bit.
   */
  public static Expr simplify(Expr expr) {
    return new ExprSimplifier().simplify(expr);
  }

  /** The values that an index can take over all values of its variables. */
  public static Interval bounds(Index index) {
    return Affine.of(index).bounds();
  }

  /** True if the condition holds for all values of the variables; false if that is not known. */
  public static boolean provablyTrue(Expr condition) {
    return Constants.isTrue(simplify(condition));
  }

  /** True if the condition holds for no values of the variables; false if that is not known. */
  public static boolean provablyFalse(Expr condition) {
    return Constants.isFalse(simplify(condition));
  }

  /** True if both indices are equal for all values of the variables. */
  public static boolean provablyEqual(Index left, Index right) {
    Affine difference = new AffineBuilder().add(left, 1).add(right, -1).build();
    return difference.isConstant() && difference.constant() == 0;
  }
}
