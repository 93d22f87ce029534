package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.ReduceFunction;
import java.util.List;

/**
 * {@code ReduceSum} and its like: the axes became an input in opset 13 (ReduceSum) and 18 (the
 * others).
 */
record ReduceConverter(ReduceFunction function) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    List<Integer> axes = node.axes(1).orElse(List.of());
    if (axes.isEmpty() && node.attributes().flag("noop_with_empty_axes", false)) {
      return List.of(node.input(0));
    }
    boolean keepDims = node.attributes().flag("keepdims", true);
    return List.of(node.emit(new Reduce(function, axes, keepDims), node.input(0)));
  }
}
