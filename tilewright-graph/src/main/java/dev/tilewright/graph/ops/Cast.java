package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Expr;

/** Conversion of each element; to bool: whether it differs from 0. */
public record Cast(DType dtype) implements ElementwiseOperator {
  @Override
  public String name() {
    return "cast";
  }

  @Override
  public void check(Operands inputs) {}

  @Override
  public Expr apply(Expr value) {
    if (dtype.isBool() && !value.dtype().isBool()) {
      Expr zero = Expr.constant(0L, value.dtype());
      return new Expr.Compare(Expr.CompareOp.NE, value, zero);
    }
    return Expr.cast(value, dtype);
  }
}
