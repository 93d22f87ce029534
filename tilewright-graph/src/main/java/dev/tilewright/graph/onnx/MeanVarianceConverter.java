package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.List;

/** {@code MeanVarianceNormalization}: mean 0 and variance 1 over some axes. */
final class MeanVarianceConverter implements Converter {
  /** What ONNX's definition adds to the deviation. */
  private static final double EPSILON = 1e-9;

  @Override
  public List<Operand> convert(ConversionContext node) {
    List<Integer> axes = node.attributes().axes("axes").orElse(List.of(0, 2, 3));
    Formula formula = new Formula(node);
    Operand x = node.input(0);
    Operand mean = formula.reduce(ReduceFunction.MEAN, x, axes, true);
    Operand difference = formula.sub(x, mean);
    Operand squares = formula.mul(difference, difference);
    Operand variance = formula.reduce(ReduceFunction.MEAN, squares, axes, true);
    Operand deviation = formula.unary(UnaryFunction.SQRT, variance);
    return List.of(formula.div(difference, formula.add(deviation, EPSILON)));
  }
}
