package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;

/** A matrix: the dimensions before {@code axis} become its rows, the others its columns. */
public record Flatten(int axis) implements ViewOperator {
  @Override
  public String name() {
    return "flatten";
  }

  @Override
  public Shape resultShape(Operands inputs) {
    Shape shape = inputs.get(0).shape();
    int split = axis == shape.rank() ? axis : inputs.axis(0, axis);
    long rows = 1;
    long columns = 1;
    for (int d = 0; d < shape.rank(); d++) {
      if (d < split) {
        rows *= shape.extent(d);
      } else {
        columns *= shape.extent(d);
      }
    }
    return Shape.of(rows, columns);
  }
}
