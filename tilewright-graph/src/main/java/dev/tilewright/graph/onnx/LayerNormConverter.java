package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.LayerNorm;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.List;
import java.util.stream.IntStream;

/** {@code LayerNormalization}; mean and inverse deviation are computed if they are asked for. */
final class LayerNormConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int axis = node.axis("axis", -1, node.type(0).rank());
    double epsilon = node.attributes().real("epsilon", 1e-5f);
    Operand normal = node.apply(new LayerNorm(axis, epsilon)).getFirst();
    if (!node.wants(1) && !node.wants(2)) {
      return List.of(normal);
    }
    Formula formula = new Formula(node);
    DType dtype = node.type(0).dtype();
    Operand x = formula.cast(node.input(0), dtype.bits() < 32 ? DType.FLOAT32 : dtype);
    List<Integer> axes = IntStream.range(axis, node.type(0).rank()).boxed().toList();
    Operand mean = formula.reduce(ReduceFunction.MEAN, x, axes, true);
    Operand difference = formula.sub(x, mean);
    Operand squares = formula.mul(difference, difference);
    Operand variance = formula.reduce(ReduceFunction.MEAN, squares, axes, true);
    Operand deviation = formula.unary(UnaryFunction.SQRT, formula.add(variance, epsilon));
    return List.of(normal, mean, formula.unary(UnaryFunction.RECIPROCAL, deviation));
  }
}
