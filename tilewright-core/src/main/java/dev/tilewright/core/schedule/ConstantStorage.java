package dev.tilewright.core.schedule;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * How the kernels of a schedule expect an input: a transform of its values, stored in a layout.
 *
 * @param layout of the transform's result
 */
public record ConstantStorage(ConstantTransform transform, BufferLayout layout) {
  /** The input as the DAG defines it. */
  public static ConstantStorage plain(int rank) {
    return new ConstantStorage(ConstantTransform.AS_GIVEN, BufferLayout.rowMajor(rank));
  }

  /** True if the kernels take the input as the DAG defines it. */
  public boolean isPlain() {
    return transform.equals(ConstantTransform.AS_GIVEN) && layout.isRowMajor();
  }

  /** The type of the stored elements. */
  public DType dtype(DType given) {
    return transform.dtype(given);
  }

  /** The shape of the storage. */
  public Shape shape(Shape given) {
    return layout.physicalShape(transform.shape(given));
  }

  /**
   * Fills the storage; padding is zero.
   *
   * @param from the input as the DAG defines it, row-major
   * @param to memory for {@link #shape} elements of {@link #dtype}
   */
  public void store(DType dtype, Shape given, MemorySegment from, MemorySegment to) {
    if (layout.isRowMajor()) {
      transform.apply(dtype, given, from, to);
    } else if (transform.equals(ConstantTransform.AS_GIVEN)) {
      LayoutPacker.pack(layout, given, dtype.bytes(), from, to);
    } else {
      storeBoth(dtype, given, from, to);
    }
  }

  private void storeBoth(DType dtype, Shape given, MemorySegment from, MemorySegment to) {
    Shape shape = transform.shape(given);
    int bytes = transform.dtype(dtype).bytes();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocate(Math.max(1, shape.elements() * bytes), 8);
      MemorySegment exact = values.asSlice(0, shape.elements() * bytes);
      transform.apply(dtype, given, from, exact);
      LayoutPacker.pack(layout, shape, bytes, exact, to);
    }
  }
}
