package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.ArgReduce;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/**
 * {@code Hardmax}: 1 at the first largest element, 0 elsewhere. Before opset 13 it looks at all
 * axes from the given one on (by default 1), since then at the given axis alone (by default the
 * last).
 */
final class HardmaxConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    if (node.opset() >= 13) {
      int axis = node.axis("axis", -1, node.type(0).rank());
      return List.of(along(formula, node.input(0), axis));
    }
    Shape shape = node.shape(0);
    int axis = node.attributes().axis("axis", 1);
    Operand matrix = node.emit(new Flatten(axis), node.input(0));
    return List.of(formula.reshape(along(formula, matrix, 1), shape));
  }

  private static Operand along(Formula formula, Operand input, int axis) {
    TensorType type = input.type();
    Operand largest = formula.node().emit(new ArgReduce(true, axis, true), input);
    Operand positions = formula.positions(type.extent(axis), axis, type.rank(), DType.INT64);
    Operand hit = formula.binary(BinaryFunction.EQUAL, largest, positions);
    return formula.cast(hit, type.dtype());
  }
}
