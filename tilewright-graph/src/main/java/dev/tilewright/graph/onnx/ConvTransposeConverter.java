package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.ConvTranspose;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Window;
import java.util.List;
import java.util.stream.LongStream;

/** {@code ConvTranspose} with explicit padding. */
final class ConvTransposeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Attributes attributes = node.attributes();
    if (attributes.has("output_shape") || attributes.string("auto_pad", "NOTSET").startsWith("S")) {
      throw node.refuse("output_shape or automatic padding; expected explicit pads");
    }
    Shape weight = node.shape(1);
    List<Long> kernel = LongStream.of(weight.toArray()).skip(2).boxed().toList();
    Window window = WindowReader.read(node, kernel, node.shape(0));
    List<Long> outputPadding = attributes.integers("output_padding", kernel.size(), 0);
    long groups = attributes.integer("group", 1);
    return node.apply(new ConvTranspose(window, outputPadding, groups, Layout.CHANNELS_FIRST));
  }
}
