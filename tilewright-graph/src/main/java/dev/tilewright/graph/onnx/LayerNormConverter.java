package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.LayerNorm;
import java.util.List;

/** {@code LayerNormalization}; mean and inverse deviation are not given back. */
final class LayerNormConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int axis = node.attributes().axis("axis", -1);
    return node.apply(new LayerNorm(axis, node.attributes().real("epsilon", 1e-5f)));
  }
}
