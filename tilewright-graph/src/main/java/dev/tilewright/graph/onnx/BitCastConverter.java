package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.runtime.host.BitCast;
import java.util.List;

/** {@code BitCast}. */
final class BitCastConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    DType target = OnnxElementType.parse(node.attributes().integer("to", 0), "attribute to");
    TensorType type = node.type(0);
    if (type.dtype().bits() != target.bits()) {
      throw node.refuse("%s as %s; expected a type of the same width", type, target);
    }
    TensorType result = new TensorType(target, type.shape());
    return node.call(new BitCast(target), List.of(result), node.input(0));
  }
}
