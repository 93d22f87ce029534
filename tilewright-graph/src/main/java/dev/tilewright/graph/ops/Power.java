package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Expr;

/** A constant power of each element; small whole ones and roots without the general function. */
public record Power(double exponent) implements ElementwiseOperator {
  private static final int LARGEST_BY_MULTIPLICATION = 4;

  @Override
  public String name() {
    return "power";
  }

  @Override
  public void check(Operands inputs) {
    inputs.requireFloat(0);
  }

  @Override
  public Expr apply(Expr x) {
    if (exponent == 0.5) {
      return root(x);
    }
    if (exponent == 0.75) {
      return Expr.mul(root(x), root(root(x)));
    }
    if (exponent == Math.rint(exponent) && exponent >= 1 && exponent <= LARGEST_BY_MULTIPLICATION) {
      Expr product = x;
      for (int factor = 1; factor < exponent; factor++) {
        product = Expr.mul(product, x);
      }
      return product;
    }
    return Expr.call(Expr.MathFunction.POW, x, Expr.constant(exponent, x.dtype()));
  }

  private static Expr root(Expr x) {
    return Expr.call(Expr.MathFunction.SQRT, x);
  }
}
