package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Window;
import java.util.List;
import java.util.stream.LongStream;

/** {@code Conv}. */
final class ConvConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Shape weight = node.shape(1);
    List<Long> kernel = LongStream.of(weight.toArray()).skip(2).boxed().toList();
    List<Long> declared = node.attributes().integers("kernel_shape").orElse(kernel);
    if (!declared.equals(kernel)) {
      throw node.refuse("kernel_shape is %s; expected %s as in the weight", declared, kernel);
    }
    Window window = WindowReader.read(node, kernel, node.shape(0));
    long groups = node.attributes().integer("group", 1);
    return node.apply(new Conv(window, groups, Layout.CHANNELS_FIRST));
  }
}
