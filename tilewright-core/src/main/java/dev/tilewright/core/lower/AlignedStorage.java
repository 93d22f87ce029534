package dev.tilewright.core.lower;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.schedule.StorageAlignment;
import java.util.ArrayList;
import java.util.List;

/**
 * Storage with padding: the dimensions inside of the aligned axis become one, which is as long as
 * the stride of the axis shall be.
 */
final class AlignedStorage {
  private AlignedStorage() {}

  static Shape shape(Shape shape, StorageAlignment alignment) {
    if (isDense(shape, alignment)) {
      return shape;
    }
    List<Long> extents = new ArrayList<>();
    for (int axis = 0; axis <= alignment.axis(); axis++) {
      extents.add(shape.extent(axis));
    }
    extents.add(paddedStride(shape, alignment));
    return Shape.of(extents);
  }

  static List<Index> locate(List<Index> indices, Shape shape, StorageAlignment alignment) {
    if (isDense(shape, alignment)) {
      return indices;
    }
    long[] strides = shape.strides();
    int axis = alignment.axis();
    List<Index> located = new ArrayList<>(indices.subList(0, axis + 1));
    Index inner = Index.ZERO;
    for (int d = axis + 1; d < indices.size(); d++) {
      inner = inner.plus(indices.get(d).times(strides[d]));
    }
    located.add(inner);
    return located;
  }

  private static boolean isDense(Shape shape, StorageAlignment alignment) {
    return shape.rank() == 0 || paddedStride(shape, alignment) == shape.strides()[alignment.axis()];
  }

  private static long paddedStride(Shape shape, StorageAlignment alignment) {
    long stride = shape.strides()[alignment.axis()];
    return stride + Math.floorMod(alignment.offset() - stride, alignment.factor());
  }
}
