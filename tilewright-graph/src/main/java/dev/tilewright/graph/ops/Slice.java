package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Every {@code step}-th element from {@code start} on; one value a dimension.
 *
 * @param starts the first element
 * @param extents number of elements
 * @param steps distance; negative ones go backwards
 */
public record Slice(List<Long> starts, List<Long> extents, List<Long> steps) implements Operator {
  public Slice {
    starts = List.copyOf(starts);
    extents = List.copyOf(extents);
    steps = List.copyOf(steps);
  }

  /**
   * The slice that ONNX means: negative positions count from the end, and positions outside of the
   * tensor are moved to its ends.
   *
   * @param starts one an element of {@code axes}, as are {@code ends} (exclusive) and {@code steps}
   */
  public static Slice of(
      Shape shape, List<Integer> axes, List<Long> starts, List<Long> ends, List<Long> steps) {
    long[] first = new long[shape.rank()];
    long[] count = shape.toArray();
    long[] step = LongStream.generate(() -> 1).limit(shape.rank()).toArray();
    Operands operands = new Operands(new Slice(List.of(), List.of(), List.of()), List.of());
    for (int a = 0; a < axes.size(); a++) {
      int axis = operands.axisOf(axes.get(a), shape.rank());
      long extent = shape.extent(axis);
      step[axis] = steps.get(a);
      operands.require(step[axis] != 0, "the step of axis %d is 0", axis);
      boolean forward = step[axis] > 0;
      first[axis] = clamp(starts.get(a), extent, forward ? 0 : -1, forward ? extent : extent - 1);
      long end = clamp(ends.get(a), extent, forward ? 0 : -1, forward ? extent : extent - 1);
      count[axis] = Math.max(0, Math.ceilDiv(end - first[axis], step[axis]));
    }
    return new Slice(boxed(first), boxed(count), boxed(step));
  }

  private static long clamp(long position, long extent, long low, long high) {
    long fromStart = position < 0 ? position + extent : position;
    return Math.min(Math.max(fromStart, low), high);
  }

  private static List<Long> boxed(long[] values) {
    return LongStream.of(values).boxed().toList();
  }

  @Override
  public String name() {
    return "slice";
  }

  @Override
  public String stageName() {
    return "T_strided_slice";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRank(0, starts.size());
    for (int d = 0; d < starts.size(); d++) {
      long last = starts.get(d) + (extents.get(d) - 1) * steps.get(d);
      long extent = inputs.getFirst().extent(d);
      operands.require(
          extents.get(d) == 0
              || Math.min(starts.get(d), last) >= 0 && Math.max(starts.get(d), last) < extent,
          "elements %d to %d of axis %d are outside of extent %d",
          starts.get(d),
          last,
          d,
          extent);
    }
    return List.of(new TensorType(operands.dtype(), Shape.of(extents)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(
        te.compute(
            name,
            shape,
            i ->
                inputs
                    .getFirst()
                    .at(
                        IntStream.range(0, i.length)
                            .mapToObj(d -> i[d].times(steps.get(d)).plus(starts.get(d)))
                            .toArray(Index[]::new))));
  }
}
