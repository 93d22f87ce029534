package dev.tilewright.core.expr;

import java.util.ArrayList;
import java.util.List;

/**
 * Index arithmetic: always 64-bit and untyped. Division and remainder round towards minus infinity
 * and have a positive constant divisor. Build with the static methods, which fold the trivial
 * cases; deeper simplification is the {@code Simplifier}'s.
 */
public sealed interface Index {
  /** A constant. */
  record Const(long value) implements Index {}

  /** The value of a variable. */
  record Ref(Var var) implements Index {}

  /** {@code left + right}. */
  record Add(Index left, Index right) implements Index {}

  /** {@code value * factor}, the factor not 0 and not 1. */
  record Mul(Index value, long factor) implements Index {}

  /** {@code floor(value / divisor)}, divisor > 1. */
  record FloorDiv(Index value, long divisor) implements Index {}

  /** {@code value - divisor * floor(value / divisor)}, divisor > 1. */
  record FloorMod(Index value, long divisor) implements Index {}

  /** The smaller one. */
  record Min(Index left, Index right) implements Index {}

  /** The larger one. */
  record Max(Index left, Index right) implements Index {}

  /** An integer value expression used as an index, as in a gather. Its range is unknown. */
  record FromExpr(Expr value) implements Index {}

  Index ZERO = new Const(0);
  Index ONE = new Const(1);

  static Index of(long value) {
    return value == 0 ? ZERO : value == 1 ? ONE : new Const(value);
  }

  static Index of(Var var) {
    return new Ref(var);
  }

  static Index add(Index left, Index right) {
    if (left instanceof Const(long a) && right instanceof Const(long b)) {
      return of(Math.addExact(a, b));
    }
    if (isConst(left, 0)) {
      return right;
    }
    if (isConst(right, 0)) {
      return left;
    }
    return new Add(left, right);
  }

  static Index sub(Index left, Index right) {
    return add(left, mul(right, -1));
  }

  static Index mul(Index value, long factor) {
    if (value instanceof Const(long a)) {
      return of(Math.multiplyExact(a, factor));
    }
    if (factor == 0) {
      return ZERO;
    }
    if (factor == 1) {
      return value;
    }
    return value instanceof Mul(Index inner, long f)
        ? mul(inner, Math.multiplyExact(f, factor))
        : new Mul(value, factor);
  }

  static Index floorDiv(Index value, long divisor) {
    requirePositive(divisor);
    if (value instanceof Const(long a)) {
      return of(Math.floorDiv(a, divisor));
    }
    return divisor == 1 ? value : new FloorDiv(value, divisor);
  }

  static Index floorMod(Index value, long divisor) {
    requirePositive(divisor);
    if (value instanceof Const(long a)) {
      return of(Math.floorMod(a, divisor));
    }
    return divisor == 1 ? ZERO : new FloorMod(value, divisor);
  }

  static Index min(Index left, Index right) {
    return left instanceof Const(long a) && right instanceof Const(long b)
        ? of(Math.min(a, b))
        : new Min(left, right);
  }

  static Index max(Index left, Index right) {
    return left instanceof Const(long a) && right instanceof Const(long b)
        ? of(Math.max(a, b))
        : new Max(left, right);
  }

  default Index plus(Index other) {
    return add(this, other);
  }

  default Index plus(long other) {
    return add(this, of(other));
  }

  default Index minus(Index other) {
    return sub(this, other);
  }

  default Index minus(long other) {
    return add(this, of(-other));
  }

  default Index times(long factor) {
    return mul(this, factor);
  }

  default Index floorDiv(long divisor) {
    return floorDiv(this, divisor);
  }

  default Index floorMod(long divisor) {
    return floorMod(this, divisor);
  }

  static boolean isConst(Index index, long value) {
    return index instanceof Const(long v) && v == value;
  }

  private static void requirePositive(long divisor) {
    if (divisor <= 0) {
      throw new IllegalArgumentException(
          "index divisor: got " + divisor + "; expected a positive constant");
    }
  }

  /** The variables and constants of a list, one {@link Ref} for each variable. */
  static List<Index> refs(List<Var> vars) {
    List<Index> refs = new ArrayList<>(vars.size());
    for (Var var : vars) {
      refs.add(of(var));
    }
    return refs;
  }
}
