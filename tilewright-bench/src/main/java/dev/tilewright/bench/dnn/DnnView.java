package dev.tilewright.bench.dnn;

import dev.tilewright.base.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.bytedeco.dnnl.memory;

/**
 * How oneDNN sees a dense tensor: its logical dimensions, in the library's order, with the distance
 * of neighbours along each in memory.
 */
record DnnView(List<Long> dimensions, List<Long> strides) {
  DnnView {
    dimensions = List.copyOf(dimensions);
    strides = List.copyOf(strides);
  }

  /** The axes of a row-major tensor in another order. */
  static DnnView of(Shape shape, List<Integer> axes) {
    long[] distances = new long[shape.rank()];
    long distance = 1;
    for (int axis = shape.rank() - 1; axis >= 0; axis--) {
      distances[axis] = distance;
      distance *= shape.extent(axis);
    }
    return new DnnView(
        axes.stream().map(shape::extent).toList(),
        axes.stream().map(axis -> distances[axis]).toList());
  }

  /** The first dimension, which is split into {@code groups} and what is left of it. */
  DnnView grouped(long groups) {
    long members = dimensions.getFirst() / groups;
    List<Long> newDimensions = new ArrayList<>(dimensions);
    List<Long> newStrides = new ArrayList<>(strides);
    newDimensions.set(0, members);
    newDimensions.addFirst(groups);
    newStrides.addFirst(strides.getFirst() * members);
    return new DnnView(newDimensions, newStrides);
  }

  memory.desc descriptor() {
    return new memory.desc(array(dimensions), memory.data_type.f32, array(strides));
  }

  /** The same dimensions, in an order in memory that the library chooses. */
  memory.desc open() {
    return new memory.desc(array(dimensions), memory.data_type.f32, memory.format_tag.any);
  }

  static long[] array(List<Long> values) {
    return values.stream().flatMapToLong(LongStream::of).toArray();
  }
}
