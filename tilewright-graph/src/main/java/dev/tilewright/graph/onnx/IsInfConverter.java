package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.graph.ops.TensorType;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.List;

/** {@code IsInf}, for one sign or for both. */
final class IsInfConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean positive = node.attributes().flag("detect_positive", true);
    boolean negative = node.attributes().flag("detect_negative", true);
    if (positive && negative) {
      return node.apply(new Unary(UnaryFunction.IS_INF));
    }
    Formula formula = new Formula(node);
    Operand x = node.input(0);
    if (!positive && !negative) {
      return List.of(node.emit(new Full(new TensorType(DType.BOOL, node.shape(0)), 0)));
    }
    double infinity = positive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    return List.of(formula.binary(BinaryFunction.EQUAL, x, formula.like(x, infinity)));
  }
}
