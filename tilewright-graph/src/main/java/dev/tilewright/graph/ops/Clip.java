package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Expr;

/** {@code min(max(x, low), high)}; an infinite bound is none. */
public record Clip(double low, double high) implements ElementwiseOperator {
  @Override
  public String name() {
    return "clip";
  }

  @Override
  public void check(Operands inputs) {
    inputs.require(!inputs.dtype().isBool(), "no order of bool");
  }

  @Override
  public Expr apply(Expr x) {
    Expr raised = Double.isInfinite(low) ? x : Expr.max(x, Expr.constant(low, x.dtype()));
    return Double.isInfinite(high) ? raised : Expr.min(raised, Expr.constant(high, x.dtype()));
  }
}
