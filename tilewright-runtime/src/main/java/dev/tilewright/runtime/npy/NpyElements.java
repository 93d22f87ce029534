package dev.tilewright.runtime.npy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Brings the elements of a file into row-major order and the byte order of the machine. */
final class NpyElements {
  private NpyElements() {}

  static void copyRowMajor(NpyHeader header, MemorySegment source, Tensor target) {
    if (header.fortranOrder()) {
      copyColumnMajor(header, source, target.segment());
    } else {
      copyContiguous(header.order(), header.dtype().bytes(), source, target.segment());
    }
  }

  private static void copyContiguous(
      ByteOrder order, int elementBytes, MemorySegment source, MemorySegment target) {
    ValueLayout from = layout(elementBytes).withOrder(order);
    MemorySegment.copy(
        source, from, 0, target, layout(elementBytes), 0, source.byteSize() / elementBytes);
  }

  /** Walks over the target in order, and over the source with the strides of column-major order. */
  private static void copyColumnMajor(
      NpyHeader header, MemorySegment source, MemorySegment target) {
    Shape shape = header.shape();
    int bytes = header.dtype().bytes();
    long[] position = new long[shape.rank()];
    long[] strides = columnMajorStrides(shape);
    long from = 0;
    for (long to = 0; to < shape.elements(); to++) {
      copyContiguous(
          header.order(),
          bytes,
          source.asSlice(from * bytes, bytes),
          target.asSlice(to * bytes, bytes));
      for (int axis = shape.rank() - 1; axis >= 0; axis--) {
        from += strides[axis];
        if (++position[axis] < shape.extent(axis)) {
          break;
        }
        from -= strides[axis] * position[axis];
        position[axis] = 0;
      }
    }
  }

  private static long[] columnMajorStrides(Shape shape) {
    long[] strides = new long[shape.rank()];
    long step = 1;
    for (int axis = 0; axis < strides.length; axis++) {
      strides[axis] = step;
      step *= shape.extent(axis);
    }
    return strides;
  }

  private static ValueLayout layout(int bytes) {
    return switch (bytes) {
      case 1 -> JAVA_BYTE;
      case 2 -> JAVA_SHORT_UNALIGNED;
      case 4 -> JAVA_INT_UNALIGNED;
      case 8 -> JAVA_LONG_UNALIGNED;
      default -> throw new IllegalArgumentException("element of " + bytes + " bytes");
    };
  }
}
