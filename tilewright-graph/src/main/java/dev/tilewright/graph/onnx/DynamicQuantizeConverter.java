package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.ReduceFunction;
import java.util.List;

/**
 * {@code DynamicQuantizeLinear}: a tensor as uint8, with the scale and zero point that its range,
 * zero included, asks for. A tensor of zeros has the scale 1.
 */
final class DynamicQuantizeConverter implements Converter {
  private static final double LEVELS = 255;

  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    Operand x = node.input(0);
    Operand zero = formula.like(x, 0);
    Operand high = formula.binary(BinaryFunction.MAX, extreme(formula, ReduceFunction.MAX), zero);
    Operand low = formula.binary(BinaryFunction.MIN, extreme(formula, ReduceFunction.MIN), zero);
    Operand spread = formula.div(formula.sub(high, low), formula.like(x, LEVELS));
    Operand isZero = formula.binary(BinaryFunction.EQUAL, spread, zero);
    Operand scale = formula.where(isZero, formula.like(x, 1), spread);
    Operand exact = formula.div(formula.sub(zero, low), scale);
    Operand zeroPoint = Quantizer.quantize(formula, exact, node.scalar(0, DType.UINT8));
    Operand quantized = Quantizer.quantize(formula, formula.div(x, scale), zeroPoint);
    return List.of(quantized, scale, zeroPoint);
  }

  private static Operand extreme(Formula formula, ReduceFunction function) {
    return formula.reduce(function, formula.node().input(0), List.of(), false);
  }
}
