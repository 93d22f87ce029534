package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.DepthToSpace;
import dev.tilewright.graph.ops.Layout;
import java.util.List;

/** {@code DepthToSpace}; the mode was added in opset 11. */
final class DepthToSpaceConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    long block = node.attributes().integer("blocksize", 1);
    String mode = node.attributes().string("mode", "DCR");
    return switch (mode) {
      case "DCR" -> node.apply(new DepthToSpace(block, true, Layout.CHANNELS_FIRST));
      case "CRD" -> node.apply(new DepthToSpace(block, false, Layout.CHANNELS_FIRST));
      default -> throw node.refuse("mode is '%s'; expected DCR or CRD", mode);
    };
  }
}
