package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.GridSample;
import java.util.List;

/** {@code GridSample}; opset 20 gave the modes other names. */
final class GridSampleConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    String mode = attributes.string("mode", "linear");
    GridSample.Kernel kernel =
        switch (mode) {
          case "nearest" -> GridSample.Kernel.NEAREST;
          case "linear", "bilinear" -> GridSample.Kernel.LINEAR;
          case "cubic", "bicubic" -> GridSample.Kernel.CUBIC;
          default -> throw node.refuse("mode is '%s'; expected nearest, linear or cubic", mode);
        };
    String padding = attributes.string("padding_mode", "zeros");
    GridSample.Outside outside =
        switch (padding) {
          case "zeros" -> GridSample.Outside.ZEROS;
          case "border" -> GridSample.Outside.BORDER;
          case "reflection" -> GridSample.Outside.REFLECTION;
          default ->
              throw node.refuse(
                  "padding_mode is '%s'; expected zeros, border or reflection", padding);
        };
    return node.apply(new GridSample(kernel, outside, attributes.flag("align_corners", false)));
  }
}
