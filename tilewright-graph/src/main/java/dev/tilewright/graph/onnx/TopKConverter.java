package dev.tilewright.graph.onnx;

import dev.tilewright.graph.host.TopK;
import java.util.List;

/** {@code TopK} of a known tensor; the count is an attribute before opset 10 and an input since. */
final class TopKConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    long count = attributes.has("k") ? attributes.integer("k", 0) : node.knownInteger(1);
    boolean largest = attributes.flag("largest", true);
    return node.evaluate(new TopK(attributes.axis("axis", -1), count, largest), node.known(0));
  }
}
