package dev.tilewright.search.build;

import dev.tilewright.base.Shape;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Stores a constant as a {@link BufferLayout} says. The position of an element is a sum of one term
 * for each logical dimension, so a table for each dimension is all that the copy needs.
 */
public final class LayoutPacker {
  private LayoutPacker() {}

  /** The same values in the physical layout; padding is zero. */
  public static Tensor pack(Tensor logical, BufferLayout layout, Arena arena) {
    Shape physical = layout.physicalShape(logical.shape());
    Tensor packed = Tensor.allocate(logical.dtype(), physical, arena);
    if (logical.shape().elements() > 0) {
      copy(logical, packed, positions(logical.shape(), layout, physical));
    }
    return packed;
  }

  /** For each logical dimension and index the number of physical elements that it moves by. */
  private static long[][] positions(Shape logical, BufferLayout layout, Shape physical) {
    long[] partStrides = partStrides(layout, physical);
    long[][] positions = new long[logical.rank()][];
    int part = 0;
    for (int d = 0; d < logical.rank(); d++) {
      List<Long> factors = layout.factors().get(d);
      positions[d] = new long[Math.toIntExact(logical.extent(d))];
      for (int index = 0; index < positions[d].length; index++) {
        positions[d][index] = position(index, factors, partStrides, part);
      }
      part += factors.size() + 1;
    }
    return positions;
  }

  private static long position(long index, List<Long> factors, long[] strides, int part) {
    long block = factors.stream().reduce(1L, Math::multiplyExact);
    long position = index / block * strides[part];
    for (int i = 0; i < factors.size(); i++) {
      block /= factors.get(i);
      position += index / block % factors.get(i) * strides[part + 1 + i];
    }
    return position;
  }

  /** The physical stride of each part, parts numbered dimension by dimension. */
  private static long[] partStrides(BufferLayout layout, Shape physical) {
    long[] strides = physical.strides();
    long[] byPart = new long[layout.order().size()];
    for (int at = 0; at < byPart.length; at++) {
      byPart[layout.order().get(at)] = strides[at];
    }
    return byPart;
  }

  private static void copy(Tensor from, Tensor to, long[][] positions) {
    int bytes = from.dtype().bytes();
    int[] index = new int[positions.length];
    long elements = from.shape().elements();
    long base = base(positions, index);
    long[] inner = positions.length == 0 ? new long[] {0} : positions[positions.length - 1];
    for (long row = 0; row < elements; row += inner.length) {
      for (int i = 0; i < inner.length; i++) {
        MemorySegment.copy(
            from.segment(), (row + i) * bytes, to.segment(), (base + inner[i]) * bytes, bytes);
      }
      advance(index, positions);
      base = base(positions, index);
    }
  }

  /** The next row: all indices but the last one, like an odometer. */
  private static void advance(int[] index, long[][] positions) {
    for (int d = positions.length - 2; d >= 0; d--) {
      if (++index[d] < positions[d].length) {
        return;
      }
      index[d] = 0;
    }
  }

  private static long base(long[][] positions, int[] index) {
    long base = 0;
    for (int d = 0; d < positions.length - 1; d++) {
      base += positions[d][index[d]];
    }
    return base;
  }
}
