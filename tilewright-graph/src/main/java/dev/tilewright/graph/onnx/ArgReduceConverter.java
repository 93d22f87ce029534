package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.ArgReduce;
import java.util.List;

/** {@code ArgMax} and {@code ArgMin}; of equal elements the first, as is the default. */
record ArgReduceConverter(boolean largest) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    if (node.attributes().flag("select_last_index", false)) {
      throw node.refuse("select_last_index is set; expected the first of equal elements");
    }
    int axis = node.attributes().axis("axis", 0);
    boolean keepDims = node.attributes().flag("keepdims", true);
    return List.of(node.emit(new ArgReduce(largest, axis, keepDims), node.input(0)));
  }
}
