package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Expr;

/**
 * {@code gamma * (x > 0 ? x : alpha * (exp(x) - 1))}.
 *
 * @param alpha limit of the negative branch
 * @param gamma factor of both branches: 1 for ELU, above 1 for SELU
 */
public record Elu(double alpha, double gamma) implements ElementwiseOperator {
  @Override
  public String name() {
    return "elu";
  }

  @Override
  public void check(Operands inputs) {
    inputs.requireFloat(0);
  }

  @Override
  public Expr apply(Expr x) {
    Expr zero = Expr.constant(0L, x.dtype());
    Expr one = Expr.constant(1L, x.dtype());
    Expr decay = Expr.sub(Expr.call(Expr.MathFunction.EXP, Expr.min(x, zero)), one);
    Expr negative = Expr.mul(Expr.constant(alpha * gamma, x.dtype()), decay);
    Expr positive = gamma == 1 ? x : Expr.mul(Expr.constant(gamma, x.dtype()), x);
    return Expr.select(new Expr.Compare(Expr.CompareOp.GT, x, zero), positive, negative);
  }
}
