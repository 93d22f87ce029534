package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Unsqueeze;
import java.util.List;

/** {@code Unsqueeze}: the axes are an attribute before opset 13 and an input since. */
final class UnsqueezeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    List<Integer> axes = node.axes(1).orElseThrow(() -> node.refuse("the axes are missing"));
    return List.of(node.emit(new Unsqueeze(axes), node.input(0)));
  }
}
