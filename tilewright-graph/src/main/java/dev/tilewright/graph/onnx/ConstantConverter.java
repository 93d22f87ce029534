package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** {@code Constant}. */
final class ConstantConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    if (attributes.tensor("value").isPresent()) {
      return List.of(node.decode(attributes.tensor("value").get()));
    }
    return List.of(new Operand.Known(plain(node)));
  }

  /** The short forms that opset 12 added. */
  private static Tensor plain(ConversionContext node) {
    Attributes attributes = node.attributes();
    if (attributes.has("value_float")) {
      return Tensor.of(Shape.of(), (float) attributes.real("value_float", 0));
    }
    if (attributes.has("value_int")) {
      return Tensor.of(Shape.of(), attributes.integer("value_int", 0));
    }
    if (attributes.integers("value_ints").isPresent()) {
      long[] values =
          attributes.integers("value_ints").get().stream().mapToLong(Long::longValue).toArray();
      return Tensor.of(Shape.of(values.length), values);
    }
    List<Float> values =
        attributes
            .reals("value_floats")
            .orElseThrow(() -> node.refuse("no numeric value; expected a dense numeric tensor"));
    Tensor tensor = Tensor.of(Shape.of(values.size()), new float[values.size()]);
    for (int i = 0; i < values.size(); i++) {
      tensor.set(i, values.get(i).doubleValue());
    }
    return tensor;
  }
}
