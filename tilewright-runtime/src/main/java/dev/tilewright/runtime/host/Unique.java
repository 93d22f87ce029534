package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The distinct slices along an axis, or the distinct elements, as a vector, without one. Further
 * results, all int64: for each distinct slice the position of its first occurrence; for each slice
 * of the input the number of its distinct one; for each distinct slice how often it occurs.
 *
 * @param sorted whether the distinct slices are in ascending lexicographic order, else in the order
 *     of their first occurrence
 */
public record Unique(OptionalInt axis, boolean sorted) implements HostOperator {
  @Override
  public String name() {
    return "unique";
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor given = inputs.getFirst();
    Tensor data = axis.isPresent() ? given : given.reshape(Shape.of(given.shape().elements()));
    int along = Lines.axis(name(), axis.orElse(0), data.shape());
    Lines lines = Lines.of(data.shape(), along);
    List<List<Integer>> groups = groups(data, lines);
    long[] first = groups.stream().mapToLong(List::getFirst).toArray();
    long[] counts = groups.stream().mapToLong(List::size).toArray();
    long[] numbers = new long[(int) lines.length()];
    for (int group = 0; group < groups.size(); group++) {
      for (int slice : groups.get(group)) {
        numbers[slice] = group;
      }
    }
    return List.of(
        pick(data, along, first),
        Tensor.of(Shape.of(first.length), first),
        Tensor.of(Shape.of(numbers.length), numbers),
        Tensor.of(Shape.of(counts.length), counts));
  }

  /** The positions of equal slices, each group in ascending order. */
  private List<List<Integer>> groups(Tensor data, Lines lines) {
    Comparator<Integer> order = (a, b) -> compare(data, lines, a, b);
    List<List<Integer>> groups = new ArrayList<>();
    IntStream.range(0, Math.toIntExact(lines.length()))
        .boxed()
        .sorted(order)
        .forEach(
            slice -> {
              if (groups.isEmpty() || order.compare(groups.getLast().getFirst(), slice) != 0) {
                groups.add(new ArrayList<>());
              }
              groups.getLast().add(slice);
            });
    if (!sorted) {
      groups.sort(Comparator.comparing(List::getFirst));
    }
    return groups;
  }

  private static int compare(Tensor data, Lines lines, long a, long b) {
    for (long outer = 0; outer < lines.outerCount(); outer++) {
      for (long inner = 0; inner < lines.innerCount(); inner++) {
        int order =
            TensorElements.compare(data, lines.at(outer, a, inner), lines.at(outer, b, inner));
        if (order != 0) {
          return order;
        }
      }
    }
    return 0;
  }

  /** The slices at some positions along an axis. */
  static Tensor pick(Tensor data, int axis, long[] positions) {
    Shape shape = Lines.with(data.shape(), axis, positions.length);
    Tensor picked = Tensor.allocate(data.dtype(), shape);
    Lines from = Lines.of(data.shape(), axis);
    Lines to = Lines.of(shape, axis);
    for (long outer = 0; outer < from.outerCount(); outer++) {
      for (int i = 0; i < positions.length; i++) {
        for (long inner = 0; inner < from.innerCount(); inner++) {
          long source = from.at(outer, positions[i], inner);
          TensorElements.copy(data, source, picked, to.at(outer, i, inner));
        }
      }
    }
    return picked;
  }
}
