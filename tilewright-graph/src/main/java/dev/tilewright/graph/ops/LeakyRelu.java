package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Expr;

/** {@code x < 0 ? alpha * x : x}. */
public record LeakyRelu(double alpha) implements ElementwiseOperator {
  @Override
  public String name() {
    return "leaky_relu";
  }

  @Override
  public void check(Operands inputs) {
    inputs.requireFloat(0);
  }

  @Override
  public Expr apply(Expr x) {
    Expr zero = Expr.constant(0L, x.dtype());
    Expr scaled = Expr.mul(x, Expr.constant(alpha, x.dtype()));
    return Expr.select(new Expr.Compare(Expr.CompareOp.LT, x, zero), scaled, x);
  }
}
