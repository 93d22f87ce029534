package dev.tilewright.runtime.host;

import dev.tilewright.base.DType;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;

/** What can be done with elements of any type without converting them. */
final class TensorElements {
  private TensorElements() {}

  /** Orders two elements by value; NaN is the largest, as in Java. */
  static int compare(Tensor tensor, long first, long second) {
    if (tensor.dtype().isFloat()) {
      return Double.compare(tensor.getDouble(first), tensor.getDouble(second));
    }
    return tensor.dtype().equals(DType.UINT64)
        ? Long.compareUnsigned(tensor.getLong(first), tensor.getLong(second))
        : Long.compare(tensor.getLong(first), tensor.getLong(second));
  }

  static void copy(Tensor from, long source, Tensor to, long target) {
    int width = from.dtype().bytes();
    MemorySegment.copy(from.segment(), source * width, to.segment(), target * width, width);
  }
}
