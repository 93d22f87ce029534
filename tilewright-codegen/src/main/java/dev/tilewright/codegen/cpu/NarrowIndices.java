package dev.tilewright.codegen.cpu;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.analysis.Interval;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;

/** Which indices can be computed with 32 bits, with twice as many lanes in a register. */
final class NarrowIndices {
  private static final long LIMIT = 1L << 30;

  private NarrowIndices() {}

  /** True if the sum and all values on the way to it are known to be small. */
  static boolean fits(Affine sum) {
    long magnitude = cut(sum.constant());
    for (Affine.Term term : sum.terms()) {
      Interval bounds = Affine.of(term.atom()).bounds();
      long largest = Math.max(cut(bounds.min()), cut(bounds.max()));
      magnitude += cut(term.coefficient()) * largest;
      if (magnitude >= LIMIT || !fits(term.atom())) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(Index atom) {
    return switch (atom) {
      case Index.Const(long value) -> cut(value) < LIMIT;
      case Index.Ref ref -> true;
      case Index.Add add -> fits(Affine.of(add));
      case Index.Mul mul -> fits(Affine.of(mul));
      case Index.FloorDiv(Index value, long divisor) -> divisor < LIMIT && fits(Affine.of(value));
      case Index.FloorMod(Index value, long divisor) -> divisor < LIMIT && fits(Affine.of(value));
      case Index.Min(Index left, Index right) -> fits(Affine.of(left)) && fits(Affine.of(right));
      case Index.Max(Index left, Index right) -> fits(Affine.of(left)) && fits(Affine.of(right));
      case Index.FromExpr(Expr value) -> value.dtype().bits() < 32;
    };
  }

  /** The magnitude, at most the limit, so that products of two do not overflow. */
  private static long cut(long value) {
    return Math.min(LIMIT, Math.abs(Math.max(-LIMIT, value)));
  }
}
