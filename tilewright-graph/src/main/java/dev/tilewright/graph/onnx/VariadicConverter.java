package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import java.util.List;

/**
 * {@code Sum}, {@code Max}, {@code Min} and {@code Mean}: one function over any number of inputs.
 *
 * @param mean whether the result is divided by the number of inputs
 */
record VariadicConverter(BinaryFunction function, boolean mean) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Operand[] inputs = node.allInputs();
    Operand result = node.input(0);
    for (int i = 1; i < inputs.length; i++) {
      result = node.emit(new Binary(function), result, inputs[i]);
    }
    if (mean && inputs.length > 1) {
      Operand count = node.scalar(inputs.length, result.type().dtype());
      result = node.emit(new Binary(BinaryFunction.DIV), result, count);
    }
    return List.of(result);
  }
}
