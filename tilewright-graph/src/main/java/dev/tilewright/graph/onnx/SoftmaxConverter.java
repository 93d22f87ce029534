package dev.tilewright.graph.onnx;

import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.Reshape;
import dev.tilewright.graph.ops.Softmax;
import java.util.List;

/**
 * {@code Softmax} and {@code LogSoftmax}. Before opset 13 they normalise over all axes from the
 * given one on (by default 1), since then over the given axis alone (by default the last).
 *
 * @param logarithm whether the logarithm of the softmax is wanted
 */
record SoftmaxConverter(boolean logarithm) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    if (node.opset() >= 13) {
      int axis = node.attributes().axis("axis", -1);
      return List.of(node.emit(new Softmax(axis, logarithm), node.input(0)));
    }
    Shape shape = node.shape(0);
    int given = node.attributes().axis("axis", 1);
    int axis = given < 0 ? given + shape.rank() : given;
    if (axis < 0 || axis > shape.rank()) {
      throw node.refuse("axis %d is outside of rank %d", given, shape.rank());
    }
    if (isAlone(shape, axis)) {
      return List.of(node.emit(new Softmax(axis, logarithm), node.input(0)));
    }
    Operand matrix = node.emit(new Flatten(axis), node.input(0));
    Operand normalised = node.emit(new Softmax(1, logarithm), matrix);
    return List.of(node.emit(new Reshape(shape), normalised));
  }

  /** True if the axes after this one have extent 1, so that both meanings agree. */
  private static boolean isAlone(Shape shape, int axis) {
    for (int later = axis + 1; later < shape.rank(); later++) {
      if (shape.extent(later) != 1) {
        return false;
      }
    }
    return axis < shape.rank();
  }
}
