package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * The positions of the elements that are not zero: an int64 matrix with a column for each of them,
 * in row-major order, and a row for each dimension. A scalar counts as a vector of one element.
 */
public record NonZero() implements HostOperator {
  @Override
  public String name() {
    return "nonzero";
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    if (inputs.size() != 1) {
      throw new UserException("nonzero: got %d inputs; expected 1".formatted(inputs.size()));
    }
    return List.of(positions(inputs.getFirst()));
  }

  private static Tensor positions(Tensor tensor) {
    Shape shape = tensor.shape().rank() == 0 ? Shape.of(1) : tensor.shape();
    long[] found = new long[16];
    int count = 0;
    for (long i = 0; i < shape.elements(); i++) {
      if (tensor.getDouble(i) != 0) {
        if (count == found.length) {
          found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = i;
      }
    }
    return positions(shape, found, count);
  }

  private static Tensor positions(Shape shape, long[] found, int count) {
    long[] strides = shape.strides();
    long[] positions = new long[Math.multiplyExact(shape.rank(), count)];
    for (int axis = 0; axis < shape.rank(); axis++) {
      for (int i = 0; i < count; i++) {
        positions[axis * count + i] = found[i] / strides[axis] % shape.extent(axis);
      }
    }
    return Tensor.of(Shape.of(shape.rank(), count), positions);
  }
}
