package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Reshape;
import java.util.List;

/** {@code Reshape}. */
final class ReshapeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean zeroIsExtent = node.attributes().flag("allowzero", false);
    Reshape reshape = Reshape.resolve(node.knownIntegers(1), node.type(0), zeroIsExtent);
    return List.of(node.emit(reshape, node.input(0)));
  }
}
