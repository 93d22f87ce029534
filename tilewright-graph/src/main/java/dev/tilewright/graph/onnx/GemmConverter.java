package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Gemm;
import java.util.List;

/** {@code Gemm}; C is optional since opset 11. */
final class GemmConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    return node.apply(
        new Gemm(
            attributes.real("alpha", 1),
            attributes.real("beta", 1),
            attributes.flag("transA", false),
            attributes.flag("transB", false),
            false));
  }
}
