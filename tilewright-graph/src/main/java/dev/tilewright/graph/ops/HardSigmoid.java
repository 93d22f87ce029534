package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Expr;

/** {@code min(max(alpha * x + beta, 0), 1)}. */
public record HardSigmoid(double alpha, double beta) implements ElementwiseOperator {
  @Override
  public String name() {
    return "hard_sigmoid";
  }

  @Override
  public void check(Operands inputs) {
    inputs.requireFloat(0);
  }

  @Override
  public Expr apply(Expr x) {
    Expr line =
        Expr.add(Expr.mul(x, Expr.constant(alpha, x.dtype())), Expr.constant(beta, x.dtype()));
    return Expr.min(Expr.max(line, Expr.constant(0L, x.dtype())), Expr.constant(1L, x.dtype()));
  }
}
