package dev.tilewright.graph.host;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Slice;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.Optional;

/** Slices whose elements lie side by side in the input, so that nothing has to be copied. */
final class ContiguousSlice {
  private ContiguousSlice() {}

  /** A view of the input; empty if the slice has gaps. */
  static Optional<Tensor> of(Slice slice, Tensor input) {
    Shape result = Shape.of(slice.extents());
    if (!isContiguous(slice, input.shape(), result)) {
      return Optional.empty();
    }
    long[] strides = input.shape().strides();
    long first = 0;
    List<Long> starts = slice.starts();
    for (int axis = 0; axis < strides.length; axis++) {
      first += starts.get(axis) * strides[axis];
    }
    int width = input.dtype().bytes();
    return Optional.of(
        Tensor.wrap(
            input.dtype(),
            result,
            input.segment().asSlice(first * width, result.elements() * width)));
  }

  /** True if after the first axis that takes more than one element all axes are taken whole. */
  private static boolean isContiguous(Slice slice, Shape input, Shape result) {
    if (result.elements() == 0) {
      return false;
    }
    boolean whole = false;
    for (int axis = 0; axis < input.rank(); axis++) {
      boolean taken = result.extent(axis) == input.extent(axis) && slice.starts().get(axis) == 0;
      if (whole && !taken || result.extent(axis) > 1 && slice.steps().get(axis) != 1) {
        return false;
      }
      whole |= result.extent(axis) > 1;
    }
    return true;
  }
}
