package dev.tilewright.runtime.host;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Zeros with the elements of the first input at the positions that the second one holds, which
 * count over a whole tensor of the pooled shape; that is laid at the front of the result.
 *
 * @param pooled the shape whose positions are counted
 * @param result the shape of the result, as large in each dimension at least
 */
public record MaxUnpool(Shape pooled, Shape result) implements PlannableOperator {
  static final String NAME = "max_unpool";

  static MaxUnpool of(HostAttributes attributes) {
    return new MaxUnpool(shape(attributes, "pooled"), shape(attributes, "result"));
  }

  private static Shape shape(HostAttributes attributes, String name) {
    String[] extents = attributes.string(name).split("x");
    return Shape.of(Arrays.stream(extents).mapToLong(Long::parseLong).toArray());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public HostAttributes attributes() {
    return HostAttributes.none().with("pooled", pooled).with("result", result);
  }

  @Override
  public List<Tensor> evaluate(List<Tensor> inputs) {
    Tensor values = inputs.get(0);
    Tensor positions = inputs.get(1);
    if (!positions.shape().equals(values.shape())) {
      throw new UserException(
          "max_unpool of %s: positions %s; expected the same shape".formatted(values, positions));
    }
    Tensor unpooled = Tensor.allocate(values.dtype(), result);
    long[] from = pooled.strides();
    long[] to = result.strides();
    for (long i = 0; i < values.shape().elements(); i++) {
      long position = IndexCheck.require(NAME, positions.getLong(i), pooled.elements());
      long target = 0;
      for (int d = 0; d < from.length; d++) {
        target += position / from[d] % pooled.extent(d) * to[d];
      }
      TensorElements.copy(values, i, unpooled, target);
    }
    return List.of(unpooled);
  }
}
