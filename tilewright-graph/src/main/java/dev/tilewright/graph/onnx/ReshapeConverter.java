package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Reshape;
import java.util.List;

/** {@code Reshape}; the shape was an attribute before opset 5 and is an input since. */
final class ReshapeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean zeroIsExtent = node.attributes().flag("allowzero", false);
    List<Long> request =
        node.hasInput(1)
            ? node.knownIntegers(1)
            : node.attributes()
                .integers("shape")
                .orElseThrow(() -> node.refuse("the shape is missing"));
    Reshape reshape = Reshape.resolve(request, node.type(0), zeroIsExtent);
    return List.of(node.emit(reshape, node.input(0)));
  }
}
