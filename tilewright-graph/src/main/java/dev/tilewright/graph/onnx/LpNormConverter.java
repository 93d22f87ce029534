package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.ReduceFunction;
import java.util.List;

/** {@code LpNormalization}: a vector along an axis divided by its 1- or 2-norm; zero stays zero. */
final class LpNormConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int axis = node.axis("axis", -1, node.type(0).rank());
    long p = node.attributes().integer("p", 2);
    if (p != 1 && p != 2) {
      throw node.refuse("p is %d; expected 1 or 2", p);
    }
    Formula formula = new Formula(node);
    Operand x = node.input(0);
    ReduceFunction function = p == 1 ? ReduceFunction.L1 : ReduceFunction.L2;
    Operand norm = formula.reduce(function, x, List.of(axis), true);
    Operand isZero = formula.binary(BinaryFunction.EQUAL, norm, formula.like(norm, 0));
    return List.of(formula.div(x, formula.where(isZero, formula.like(norm, 1), norm)));
  }
}
