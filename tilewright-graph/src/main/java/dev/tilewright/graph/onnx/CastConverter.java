package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Cast;
import java.util.List;

/** {@code Cast}, and {@code CastLike}, whose second input gives the type. */
final class CastConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    DType target = node.attributes().has("to") ? target(node) : node.type(1).dtype();
    if (target.equals(node.type(0).dtype())) {
      return List.of(node.input(0));
    }
    return List.of(node.emit(new Cast(target), node.input(0)));
  }

  /** Before opset 6 the type was given by its name. */
  private static DType target(ConversionContext node) {
    return node.opset() < 6
        ? OnnxElementType.named(node.attributes().string("to", ""))
        : OnnxElementType.parse(node.attributes().integer("to", 0), "attribute to");
  }
}
