package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.ArgReduce;
import java.util.List;

/** {@code ArgMax} and {@code ArgMin}; of equal elements the first or, if asked for, the last. */
record ArgReduceConverter(boolean largest) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int axis = node.axis("axis", 0, node.type(0).rank());
    boolean keepDims = node.attributes().flag("keepdims", true);
    ArgReduce operator = new ArgReduce(largest, axis, keepDims);
    if (!node.attributes().flag("select_last_index", false)) {
      return List.of(node.emit(operator, node.input(0)));
    }
    // The last one is the first one of the axis read backwards.
    Formula formula = new Formula(node);
    Operand found = node.emit(operator, formula.flip(node.input(0), axis));
    return List.of(formula.sub(formula.like(found, node.shape(0).extent(axis) - 1), found));
  }
}
