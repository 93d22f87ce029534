package dev.tilewright.base;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The extents of a tensor, outermost first. Extents may be zero; a scalar has rank 0. The number of
 * elements is checked for overflow when the shape is made.
 */
public final class Shape {
  private final long[] extents;
  private final long elements;

  private Shape(long[] extents) {
    this.extents = extents;
    long product = 1;
    for (long extent : extents) {
      if (extent < 0) {
        throw new UserException(
            "shape %s: extent %d is negative; expected 0 or more"
                .formatted(Arrays.toString(extents), extent));
      }
      try {
        product = Math.multiplyExact(product, extent);
      } catch (ArithmeticException overflow) {
        throw new UserException(
            "shape %s: the number of elements does not fit in 64 bits"
                .formatted(Arrays.toString(extents)));
      }
    }
    this.elements = product;
  }

  public static Shape of(long... extents) {
    return new Shape(extents.clone());
  }

  public static Shape of(List<Long> extents) {
    return new Shape(extents.stream().mapToLong(Long::longValue).toArray());
  }

  public int rank() {
    return extents.length;
  }

  public long extent(int axis) {
    return extents[axis];
  }

  /** Product of all extents; 1 for a scalar. */
  public long elements() {
    return elements;
  }

  public long[] toArray() {
    return extents.clone();
  }

  /** Row-major strides in elements. */
  public long[] strides() {
    long[] strides = new long[extents.length];
    long step = 1;
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      strides[axis] = step;
      step *= Math.max(1, extents[axis]);
    }
    return strides;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape shape && Arrays.equals(extents, shape.extents);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(extents);
  }

  /** For example {@code 1x224x224x3}; a scalar prints as {@code scalar}. */
  @Override
  public String toString() {
    return extents.length == 0
        ? "scalar"
        : Arrays.stream(extents).mapToObj(Long::toString).collect(Collectors.joining("x"));
  }
}
