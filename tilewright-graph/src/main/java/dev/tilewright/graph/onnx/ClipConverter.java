package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Clip;
import java.util.List;

/** {@code Clip}: the bounds are attributes before opset 11 and optional inputs since. */
final class ClipConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    if (node.opset() < 11) {
      double low = node.attributes().real("min", Double.NEGATIVE_INFINITY);
      double high = node.attributes().real("max", Double.POSITIVE_INFINITY);
      return List.of(node.emit(new Clip(low, high), node.input(0)));
    }
    if (isKnown(node, 1) && isKnown(node, 2) && node.type(0).dtype().isFloat()) {
      double low = node.hasInput(1) ? node.known(1).getDouble(0) : Double.NEGATIVE_INFINITY;
      double high = node.hasInput(2) ? node.known(2).getDouble(0) : Double.POSITIVE_INFINITY;
      return List.of(node.emit(new Clip(low, high), node.input(0)));
    }
    Operand result = node.input(0);
    if (node.hasInput(1)) {
      result = node.emit(new Binary(BinaryFunction.MAX), result, node.input(1));
    }
    if (node.hasInput(2)) {
      result = node.emit(new Binary(BinaryFunction.MIN), result, node.input(2));
    }
    return List.of(result);
  }

  private static boolean isKnown(ConversionContext node, int input) {
    return !node.hasInput(input)
        || node.input(input) instanceof Operand.Known known && known.type().shape().elements() == 1;
  }
}
