package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/**
 * The slices along an axis, or the elements, as a vector, without one, whose condition is true.
 * Inputs: data, and a vector of bool that may be shorter than the axis.
 */
public record Compress(OptionalInt axis) implements HostOperator {
  @Override
  public String name() {
    return "compress";
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor given = inputs.get(0);
    Tensor condition = inputs.get(1);
    Tensor data = axis.isPresent() ? given : given.reshape(Shape.of(given.shape().elements()));
    int along = Lines.axis(name(), axis.orElse(0), data.shape());
    long count = condition.shape().elements();
    if (condition.shape().rank() != 1 || count > data.shape().extent(along)) {
      throw new UserException(
          "compress of %s: the condition is %s; expected a vector of at most %d"
              .formatted(data, condition, data.shape().extent(along)));
    }
    long[] positions = LongStream.range(0, count).filter(i -> condition.getLong(i) != 0).toArray();
    return List.of(Unique.pick(data, along, positions));
  }
}
