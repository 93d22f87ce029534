package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Squeeze;
import java.util.List;

/** {@code Squeeze}: the axes are an attribute before opset 13 and an input since. */
final class SqueezeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    return List.of(node.emit(new Squeeze(node.axes(1).orElse(List.of())), node.input(0)));
  }
}
