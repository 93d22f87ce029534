package dev.tilewright.graph.host;

import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies a tensor to places that are sums of one offset a dimension: what transposing and re-laying
 * constants needs, at the speed of memory.
 */
public final class ScatterCopy {
  private final MemorySegment source;
  private final MemorySegment target;
  private final long[][] offsets;
  private final int elementBytes;
  private final boolean contiguousRows;
  private long next;

  private ScatterCopy(Tensor source, long[][] offsets, Tensor target) {
    this.source = source.segment();
    this.target = target.segment();
    this.offsets = offsets;
    this.elementBytes = source.dtype().bytes();
    this.contiguousRows = isContiguous(offsets[offsets.length - 1]);
  }

  /**
   * Writes the element at {@code i} of the source to the flat position {@code offsets[0][i[0]] +
   * offsets[1][i[1]] + …} of the target, both counted in elements. Other elements of the target
   * stay as they are.
   *
   * @param offsets one array a dimension of the source, one value a position
   */
  public static void copy(Tensor source, long[][] offsets, Tensor target) {
    if (source.shape().elements() == 0) {
      return;
    }
    if (offsets.length == 0) {
      target.segment().copyFrom(source.segment());
      return;
    }
    new ScatterCopy(source, offsets, target).copyFrom(0, 0);
  }

  /** The dimensions in another order: dimension {@code d} of the result is {@code order[d]}. */
  public static Tensor transposed(Tensor source, int... order) {
    long[] extents = new long[order.length];
    for (int d = 0; d < order.length; d++) {
      extents[d] = source.shape().extent(order[d]);
    }
    Tensor result = Tensor.allocate(source.dtype(), Shape.of(extents));
    long[] strides = result.shape().strides();
    long[][] offsets = new long[order.length][];
    for (int d = 0; d < order.length; d++) {
      offsets[order[d]] = multiples(strides[d], extents[d]);
    }
    copy(source, offsets, result);
    return result;
  }

  private static long[] multiples(long stride, long count) {
    long[] offsets = new long[(int) count];
    for (int i = 0; i < count; i++) {
      offsets[i] = i * stride;
    }
    return offsets;
  }

  private void copyFrom(int dimension, long base) {
    if (dimension == offsets.length - 1) {
      copyRow(base);
      return;
    }
    for (long offset : offsets[dimension]) {
      copyFrom(dimension + 1, base + offset);
    }
  }

  private void copyRow(long base) {
    long[] row = offsets[offsets.length - 1];
    if (contiguousRows) {
      long bytes = (long) row.length * elementBytes;
      MemorySegment.copy(
          source, next * elementBytes, target, (base + row[0]) * elementBytes, bytes);
      next += row.length;
      return;
    }
    switch (elementBytes) {
      case 1 -> copyBytes(base, row);
      case 2 -> copyShorts(base, row);
      case 4 -> copyInts(base, row);
      default -> copyLongs(base, row);
    }
  }

  private void copyBytes(long base, long[] row) {
    for (long offset : row) {
      byte value = source.get(ValueLayout.JAVA_BYTE, next++);
      target.set(ValueLayout.JAVA_BYTE, base + offset, value);
    }
  }

  private void copyShorts(long base, long[] row) {
    for (long offset : row) {
      short value = source.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, next++);
      target.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, base + offset, value);
    }
  }

  private void copyInts(long base, long[] row) {
    for (long offset : row) {
      int value = source.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, next++);
      target.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, base + offset, value);
    }
  }

  private void copyLongs(long base, long[] row) {
    for (long offset : row) {
      long value = source.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, next++);
      target.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, base + offset, value);
    }
  }

  private static boolean isContiguous(long[] row) {
    for (int i = 1; i < row.length; i++) {
      if (row[i] != row[i - 1] + 1) {
        return false;
      }
    }
    return true;
  }
}
