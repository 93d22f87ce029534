package dev.tilewright.core.schedule;

import dev.tilewright.base.Shape;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Copies a row-major array into the storage order of a {@link BufferLayout}; padding becomes zero.
 * The place of an element is a sum of one summand a dimension, so that a table for each dimension
 * is all that is needed.
 */
public final class LayoutPacker {
  private final long[][] tables;
  private final int elementBytes;
  private final MemorySegment from;
  private final MemorySegment to;
  private long position;

  private LayoutPacker(long[][] tables, int elementBytes, MemorySegment from, MemorySegment to) {
    this.tables = tables;
    this.elementBytes = elementBytes;
    this.from = from;
    this.to = to;
  }

  /**
   * @param logical the shape of the row-major array
   * @param elementBytes 1, 2, 4 or 8
   * @param from the array, {@code logical.elements() * elementBytes} bytes
   * @param to storage of {@code layout.physicalShape(logical)}
   */
  public static void pack(
      BufferLayout layout, Shape logical, int elementBytes, MemorySegment from, MemorySegment to) {
    to.fill((byte) 0);
    if (logical.rank() == 0) {
      to.copyFrom(from);
    } else if (logical.elements() > 0) {
      new LayoutPacker(tables(layout, logical), elementBytes, from, to).copy(0, 0);
    }
  }

  private void copy(int dimension, long target) {
    if (dimension == tables.length - 1) {
      copyRow(tables[dimension], target);
      return;
    }
    for (long offset : tables[dimension]) {
      copy(dimension + 1, target + offset);
    }
  }

  private void copyRow(long[] offsets, long target) {
    switch (elementBytes) {
      case 1 -> copyBytes(offsets, target);
      case 2 -> copyShorts(offsets, target);
      case 4 -> copyInts(offsets, target);
      case 8 -> copyLongs(offsets, target);
      default ->
          throw new IllegalArgumentException(
              "elements of %d bytes; expected 1, 2, 4 or 8".formatted(elementBytes));
    }
  }

  private void copyBytes(long[] offsets, long target) {
    for (long offset : offsets) {
      byte value = from.get(ValueLayout.JAVA_BYTE, position++);
      to.set(ValueLayout.JAVA_BYTE, target + offset, value);
    }
  }

  private void copyShorts(long[] offsets, long target) {
    for (long offset : offsets) {
      short value = from.getAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, position++);
      to.setAtIndex(ValueLayout.JAVA_SHORT_UNALIGNED, target + offset, value);
    }
  }

  private void copyInts(long[] offsets, long target) {
    for (long offset : offsets) {
      int value = from.getAtIndex(ValueLayout.JAVA_INT_UNALIGNED, position++);
      to.setAtIndex(ValueLayout.JAVA_INT_UNALIGNED, target + offset, value);
    }
  }

  private void copyLongs(long[] offsets, long target) {
    for (long offset : offsets) {
      long value = from.getAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, position++);
      to.setAtIndex(ValueLayout.JAVA_LONG_UNALIGNED, target + offset, value);
    }
  }

  /** For each dimension and index the summand of the place in storage, in elements. */
  private static long[][] tables(BufferLayout layout, Shape logical) {
    long[] strides = layout.physicalShape(logical).strides();
    long[][] tables = new long[logical.rank()][];
    int part = 0;
    for (int d = 0; d < logical.rank(); d++) {
      List<Long> factors = layout.factors().get(d);
      tables[d] = new long[Math.toIntExact(logical.extent(d))];
      for (int i = 0; i < tables[d].length; i++) {
        long block = factors.stream().reduce(1L, (a, b) -> a * b);
        long offset = (i / block) * strides[layout.order().indexOf(part)];
        for (int f = 0; f < factors.size(); f++) {
          long digit = i % block;
          block /= factors.get(f);
          offset += (digit / block) * strides[layout.order().indexOf(part + 1 + f)];
        }
        tables[d][i] = offset;
      }
      part += factors.size() + 1;
    }
    return tables;
  }
}
