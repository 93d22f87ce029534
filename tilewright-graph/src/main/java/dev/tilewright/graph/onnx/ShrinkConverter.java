package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.BinaryFunction;
import java.util.List;

/** {@code Shrink}: {@code x < -lambd ? x + bias : x > lambd ? x - bias : 0}. */
final class ShrinkConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    double bias = node.attributes().real("bias", 0);
    double threshold = node.attributes().real("lambd", 0.5);
    Formula formula = new Formula(node);
    Operand x = node.input(0);
    Operand below = formula.binary(BinaryFunction.LESS, x, formula.like(x, -threshold));
    Operand above = formula.binary(BinaryFunction.GREATER, x, formula.like(x, threshold));
    Operand lower = formula.where(above, formula.add(x, -bias), formula.like(x, 0));
    return List.of(formula.where(below, formula.add(x, bias), lower));
  }
}
