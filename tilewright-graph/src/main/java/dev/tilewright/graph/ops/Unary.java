package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Expr;

/** A function of each element, see {@link UnaryFunction}. */
public record Unary(UnaryFunction function) implements ElementwiseOperator {
  @Override
  public String name() {
    return function.text();
  }

  @Override
  public void check(Operands inputs) {
    inputs.require(
        function.accepts(inputs.dtype()), "no %s of %s", function.text(), inputs.dtype());
  }

  @Override
  public Expr apply(Expr value) {
    return function.apply(value);
  }
}
