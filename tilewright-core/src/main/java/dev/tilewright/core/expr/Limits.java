package dev.tilewright.core.expr;

import dev.tilewright.base.DType;

/**
 * The smallest and largest value of each type, infinities for floats: identities of max and min.
 */
public final class Limits {
  private Limits() {}

  public static Expr lowest(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT, BFLOAT -> new Expr.FloatConst(Double.NEGATIVE_INFINITY, dtype);
      case INT -> new Expr.IntConst(-1L << (dtype.bits() - 1), dtype);
      case UINT, BOOL -> new Expr.IntConst(0, dtype);
    };
  }

  public static Expr highest(DType dtype) {
    return switch (dtype.kind()) {
      case FLOAT, BFLOAT -> new Expr.FloatConst(Double.POSITIVE_INFINITY, dtype);
      case INT -> new Expr.IntConst(-1L >>> (65 - dtype.bits()), dtype);
      case UINT -> new Expr.IntConst(-1L >>> (64 - dtype.bits()), dtype);
      case BOOL -> new Expr.IntConst(1, dtype);
    };
  }
}
