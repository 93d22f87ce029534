package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;

/**
 * A tensor seen as lines along an axis: element {@code i} of the line through {@code (outer,
 * inner)} is at {@code (outer * length + i) * innerCount + inner}.
 *
 * @param outerCount elements of the dimensions before the axis
 * @param length extent of the axis
 * @param innerCount elements of the dimensions after the axis
 */
record Lines(long outerCount, long length, long innerCount) {
  /** The lines of a shape along an axis that counts from the front. */
  static Lines of(Shape shape, int axis) {
    long outer = 1;
    long inner = 1;
    for (int d = 0; d < shape.rank(); d++) {
      outer *= d < axis ? shape.extent(d) : 1;
      inner *= d > axis ? shape.extent(d) : 1;
    }
    return new Lines(outer, shape.extent(axis), inner);
  }

  /** The position of an element in the tensor. */
  long at(long outer, long i, long inner) {
    return (outer * length + i) * innerCount + inner;
  }

  /** An axis counted from the front; negative ones count from the end. */
  static int axis(String operator, int axis, Shape shape) {
    int normal = axis < 0 ? axis + shape.rank() : axis;
    if (normal < 0 || normal >= shape.rank()) {
      throw new UserException(
          "%s: axis %d is outside of rank %d".formatted(operator, axis, shape.rank()));
    }
    return normal;
  }

  /** The shape with another extent at an axis. */
  static Shape with(Shape shape, int axis, long extent) {
    long[] extents = shape.toArray();
    extents[axis] = extent;
    return Shape.of(extents);
  }
}
