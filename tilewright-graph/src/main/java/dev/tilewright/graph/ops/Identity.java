package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;

/** The input itself; also dropout when it is not trained. */
public record Identity() implements ViewOperator {
  @Override
  public String name() {
    return "identity";
  }

  @Override
  public Shape resultShape(Operands inputs) {
    return inputs.get(0).shape();
  }
}
