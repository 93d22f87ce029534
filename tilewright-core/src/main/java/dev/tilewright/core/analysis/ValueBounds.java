package dev.tilewright.core.analysis;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;

/** Bounds of integer value expressions, as far as their types and outermost nodes tell. */
final class ValueBounds {
  private ValueBounds() {}

  static Interval of(Expr value) {
    Interval byType = ofType(value.dtype());
    return switch (value) {
      case Expr.IntConst(long constant, var dtype) -> Interval.point(constant);
      case Expr.FromIndex(var index, var dtype) -> ifInside(Affine.of(index).bounds(), byType);
      case Expr.Cast(Expr inner, var dtype) ->
          inner.dtype().isFloat() ? byType : ifInside(of(inner), byType);
      case Expr.Select(var condition, Expr thenValue, Expr elseValue) ->
          of(thenValue).union(of(elseValue));
      case Expr.Binary(var op, Expr left, Expr right) ->
          switch (op) {
            case MIN -> of(left).min(of(right));
            case MAX -> of(left).max(of(right));
            case ADD, SUB, MUL, DIV, REM, AND, OR, XOR, SHL, SHR -> byType;
          };
      case Expr.FloatConst ignored -> byType;
      case Expr.Param ignored -> byType;
      case Expr.Compare ignored -> byType;
      case Expr.CompareIndex ignored -> byType;
      case Expr.Not ignored -> byType;
      case Expr.Call ignored -> byType;
      case Expr.Load ignored -> byType;
    };
  }

  /** The values that an integer type can hold. */
  static Interval ofType(DType dtype) {
    return switch (dtype.kind()) {
      case BOOL -> new Interval(0, 1);
      case INT -> new Interval(-1L << (dtype.bits() - 1), -1L >>> (65 - dtype.bits()));
      case UINT ->
          dtype.bits() < 64 ? new Interval(0, -1L >>> (64 - dtype.bits())) : Interval.EVERYTHING;
      case FLOAT, BFLOAT -> Interval.EVERYTHING;
    };
  }

  private static Interval ifInside(Interval bounds, Interval type) {
    return type.min() <= bounds.min() && bounds.max() <= type.max() ? bounds : type;
  }
}
