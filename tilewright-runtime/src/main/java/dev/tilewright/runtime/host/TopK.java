package dev.tilewright.runtime.host;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The largest or smallest elements along an axis in order, and their positions as int64; of equal
 * ones those with the lower position come first.
 *
 * @param count how many are wanted
 */
public record TopK(int axis, long count, boolean largest) implements PlannableOperator {
  static final String NAME = "topk";

  static TopK of(HostAttributes attributes) {
    return new TopK(
        attributes.axis("axis"), attributes.integer("count"), attributes.flag("largest"));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none().with("axis", axis).with("count", count).with("largest", largest);
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor data = inputs.getFirst();
    int along = Lines.axis(name(), axis, data.shape());
    if (count < 0 || count > data.shape().extent(along)) {
      throw new UserException(
          "topk of %s: %d elements along axis %d; expected at most %d"
              .formatted(data, count, axis, data.shape().extent(along)));
    }
    Shape shape = Lines.with(data.shape(), along, count);
    Tensor values = Tensor.allocate(data.dtype(), shape);
    Tensor positions = Tensor.allocate(DType.INT64, shape);
    Lines from = Lines.of(data.shape(), along);
    Lines to = Lines.of(shape, along);
    for (long outer = 0; outer < from.outerCount(); outer++) {
      for (long inner = 0; inner < from.innerCount(); inner++) {
        long[] best = best(data, from, outer, inner);
        for (int i = 0; i < best.length; i++) {
          long target = to.at(outer, i, inner);
          TensorElements.copy(data, from.at(outer, best[i], inner), values, target);
          positions.set(target, best[i]);
        }
      }
    }
    return List.of(values, positions);
  }

  private long[] best(Tensor data, Lines lines, long outer, long inner) {
    Comparator<Long> order =
        (a, b) ->
            TensorElements.compare(data, lines.at(outer, a, inner), lines.at(outer, b, inner));
    return LongStream.range(0, lines.length())
        .boxed()
        .sorted(largest ? order.reversed() : order)
        .limit(count)
        .mapToLong(Long::longValue)
        .toArray();
  }
}
