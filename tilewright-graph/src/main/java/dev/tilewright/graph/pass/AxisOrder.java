package dev.tilewright.graph.pass;

import dev.tilewright.graph.ops.Transpose;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How axes of a tensor of one rank move between channels first and channels last. */
record AxisOrder(int rank) {
  /** From channels first to channels last, for example {@code [0, 2, 3, 1]}. */
  List<Integer> toLast() {
    return Stream.concat(
            Stream.concat(Stream.of(0), IntStream.range(2, rank).boxed()), Stream.of(1))
        .toList();
  }

  /** From channels last to channels first, for example {@code [0, 3, 1, 2]}. */
  List<Integer> toFirst() {
    return Stream.concat(Stream.of(0, rank - 1), IntStream.range(1, rank - 1).boxed()).toList();
  }

  /** Where an axis of the channels-first tensor, possibly counted from the end, stands. */
  int axis(int axis) {
    int normal = axis < 0 ? axis + rank : axis;
    return toLast().indexOf(normal);
  }

  List<Integer> axes(List<Integer> axes) {
    return axes.stream().map(this::axis).toList();
  }

  /** Values of one a dimension in the order of the channels-last tensor. */
  <T> List<T> values(List<T> perAxis) {
    List<T> moved = new ArrayList<>();
    toLast().forEach(axis -> moved.add(perAxis.get(axis)));
    return moved;
  }

  boolean isToFirst(Transpose transpose) {
    return transpose.order().equals(toFirst());
  }

  boolean isToLast(Transpose transpose) {
    return transpose.order().equals(toLast());
  }
}
