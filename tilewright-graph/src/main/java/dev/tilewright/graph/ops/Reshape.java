package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import java.util.List;

/** The same elements under another shape. */
public record Reshape(Shape shape) implements ViewOperator {
  /**
   * The shape that a request means for an input.
   *
   * @param request extents; -1 (once) stands for what is left over, and 0 for the input's extent at
   *     that position unless {@code zeroIsExtent}
   */
  public static Reshape resolve(List<Long> request, TensorType input, boolean zeroIsExtent) {
    long[] extents = new long[request.size()];
    long known = 1;
    int open = -1;
    Operands operands = new Operands(new Reshape(input.shape()), List.of(input));
    for (int axis = 0; axis < extents.length; axis++) {
      extents[axis] = request.get(axis);
      if (extents[axis] == 0 && !zeroIsExtent) {
        operands.require(
            axis < input.rank(), "shape %s copies extent %d of the input", request, axis);
        extents[axis] = input.extent(axis);
      }
      if (extents[axis] == -1) {
        operands.require(open < 0, "shape %s has -1 twice", request);
        open = axis;
      } else {
        known *= extents[axis];
      }
    }
    if (open >= 0) {
      long elements = input.shape().elements();
      operands.require(
          known != 0 && elements % known == 0,
          "shape %s does not divide %d elements",
          request,
          elements);
      extents[open] = elements / known;
    }
    return new Reshape(Shape.of(extents));
  }

  @Override
  public String name() {
    return "reshape";
  }

  @Override
  public Shape resultShape(Operands inputs) {
    return shape;
  }
}
