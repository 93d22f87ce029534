package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.DeformableConv;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Window;
import java.util.List;
import java.util.stream.LongStream;

/** {@code DeformConv} over two dimensions; bias and factors of the taps are optional. */
final class DeformConvConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Shape weight = node.shape(1);
    List<Long> kernel = LongStream.of(weight.toArray()).skip(2).boxed().toList();
    Window window = WindowReader.read(node, kernel, node.shape(0));
    long groups = node.attributes().integer("group", 1);
    long offsetGroups = node.attributes().integer("offset_group", 1);
    DType dtype = node.type(0).dtype();
    Operand bias =
        node.hasInput(3)
            ? node.input(3)
            : node.emit(new Full(TensorType.of(dtype, weight.extent(0)), 0));
    return List.of(
        node.emit(
            new DeformableConv(window, groups, offsetGroups),
            node.input(0),
            node.input(1),
            node.input(2),
            bias,
            node.hasInput(4) ? node.input(4) : ones(node, dtype)));
  }

  /** Factor 1 for every tap, half as many as offsets. */
  private static Operand ones(ConversionContext node, DType dtype) {
    long[] extents = node.shape(2).toArray();
    if (extents.length != 4) {
      throw node.refuse("the offsets are %s; expected rank 4", node.type(2));
    }
    extents[1] /= 2;
    return node.emit(new Full(new TensorType(dtype, Shape.of(extents)), 1));
  }
}
