package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Cast;
import dev.tilewright.graph.ops.Power;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** {@code Pow}; since opset 12 the exponent may have another type, the result has the base's. */
final class PowConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    DType dtype = node.type(0).dtype();
    if (dtype.isFloat()
        && node.input(1) instanceof Operand.Known(Tensor exponent)
        && exponent.shape().rank() <= node.type(0).rank()
        && exponent.shape().elements() == 1) {
      return List.of(node.emit(new Power(exponent.getDouble(0)), node.input(0)));
    }
    Operand exponent =
        node.type(1).dtype().equals(dtype)
            ? node.input(1)
            : node.emit(new Cast(dtype), node.input(1));
    return List.of(node.emit(new Binary(BinaryFunction.POW), node.input(0), exponent));
  }
}
