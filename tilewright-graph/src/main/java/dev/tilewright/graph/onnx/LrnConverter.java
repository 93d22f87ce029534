package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Lrn;
import java.util.List;

/** {@code LRN}. */
final class LrnConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    return node.apply(
        new Lrn(
            attributes.integer("size", 1),
            attributes.real("alpha", 1e-4f),
            attributes.real("beta", 0.75),
            attributes.real("bias", 1),
            Layout.CHANNELS_FIRST));
  }
}
