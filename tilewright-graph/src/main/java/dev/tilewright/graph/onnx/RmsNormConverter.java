package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Binary;
import dev.tilewright.graph.ops.BinaryFunction;
import dev.tilewright.graph.ops.Cast;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import java.util.List;
import java.util.stream.IntStream;

/**
 * {@code RMSNormalization}: {@code x / sqrt(mean(x^2) + epsilon) * scale}, the mean over the axes
 * from the given one on; 16-bit floats are normalised in float32.
 */
final class RmsNormConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int rank = node.type(0).rank();
    int given = node.attributes().axis("axis", -1);
    int first = given < 0 ? given + rank : given;
    if (first < 0 || first >= rank) {
      throw node.refuse("axis %d is outside of rank %d", given, rank);
    }
    DType dtype = node.type(0).dtype();
    if (!dtype.isFloat()) {
      throw node.refuse("input 0 is %s; expected a floating-point type", dtype);
    }
    DType wide = dtype.bits() < 32 ? DType.FLOAT32 : dtype;
    Operand x = cast(node, node.input(0), wide);
    Operand squares = node.emit(new Binary(BinaryFunction.MUL), x, x);
    List<Integer> axes = IntStream.range(first, rank).boxed().toList();
    Operand mean = node.emit(new Reduce(ReduceFunction.MEAN, axes, true), squares);
    Operand epsilon = node.scalar(node.attributes().real("epsilon", 1e-5f), wide);
    Operand shifted = node.emit(new Binary(BinaryFunction.ADD), mean, epsilon);
    Operand deviation = node.emit(new Unary(UnaryFunction.SQRT), shifted);
    Operand normal = node.emit(new Binary(BinaryFunction.DIV), x, deviation);
    Operand back = cast(node, normal, dtype);
    return List.of(node.emit(new Binary(BinaryFunction.MUL), back, node.input(1)));
  }

  private static Operand cast(ConversionContext node, Operand value, DType dtype) {
    return value.type().dtype().equals(dtype) ? value : node.emit(new Cast(dtype), value);
  }
}
