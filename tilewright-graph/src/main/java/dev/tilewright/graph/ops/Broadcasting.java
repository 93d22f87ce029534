package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import java.util.Arrays;

/** Multidirectional broadcasting: shapes are aligned at the end, an extent of 1 repeats. */
final class Broadcasting {
  private Broadcasting() {}

  /** The shape that all inputs broadcast to. */
  static Shape shape(Operands inputs) {
    int rank = inputs.types().stream().mapToInt(TensorType::rank).max().orElse(0);
    long[] result = new long[rank];
    Arrays.fill(result, 1);
    for (TensorType input : inputs.types()) {
      int skipped = rank - input.rank();
      for (int axis = 0; axis < input.rank(); axis++) {
        long extent = input.extent(axis);
        long known = result[axis + skipped];
        inputs.require(
            extent == known || extent == 1 || known == 1,
            "extents %d and %d do not broadcast; expected equal ones or 1",
            known,
            extent);
        result[axis + skipped] = extent == 1 ? known : extent;
      }
    }
    return Shape.of(result);
  }
}
