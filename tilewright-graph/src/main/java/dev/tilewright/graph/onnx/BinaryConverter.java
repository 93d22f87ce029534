package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Unsqueeze;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A function of two elements. Since opset 7 the inputs broadcast as in NumPy; before, the second
 * one's dimensions stood at those of the first one from an axis on.
 */
record BinaryConverter(BinaryFunction function) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int rank = node.type(0).rank();
    int missing =
        node.opset() < 7 && node.attributes().has("axis")
            ? rank - node.attributes().axis("axis", 0) - node.type(1).rank()
            : 0;
    if (missing <= 0) {
      return node.apply(new Binary(function));
    }
    int end = node.type(1).rank() + missing;
    List<Integer> axes = IntStream.range(node.type(1).rank(), end).boxed().toList();
    Operand right = node.emit(new Unsqueeze(axes), node.input(1));
    return List.of(node.emit(new Binary(function), node.input(0), right));
  }
}
