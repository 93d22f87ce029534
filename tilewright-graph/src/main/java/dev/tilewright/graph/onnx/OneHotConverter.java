package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.OneHot;
import java.util.List;

/** {@code OneHot}. */
final class OneHotConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    long depth = node.knownInteger(1);
    OneHot operator = new OneHot(node.attributes().axis("axis", -1), depth);
    return List.of(node.emit(operator, node.input(0), node.input(2)));
  }
}
