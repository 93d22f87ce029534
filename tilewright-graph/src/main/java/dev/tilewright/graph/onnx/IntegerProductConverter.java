package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/**
 * {@code MatMulInteger} and {@code QLinearMatMul}: products of matrices of integers less their zero
 * points, summed in int32; the latter scales and rounds the sums to integers again.
 */
record IntegerProductConverter(boolean scaled) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    int right = scaled ? 3 : 1;
    Operand a = centred(formula, node.input(0), 2, true);
    Operand b = centred(formula, node.input(right), scaled ? 5 : 3, false);
    Operand sums = formula.matmul(a, b);
    if (!scaled) {
      return List.of(sums);
    }
    Operand aScale = formula.cast(placed(formula, node.input(1), a, true), DType.FLOAT32);
    Operand bScale = formula.cast(placed(formula, node.input(4), b, false), DType.FLOAT32);
    Operand yScale = formula.cast(placed(formula, node.input(6), sums, true), DType.FLOAT32);
    Operand factor = formula.div(formula.mul(aScale, bScale), yScale);
    Operand real = formula.mul(formula.cast(sums, DType.FLOAT32), factor);
    Operand zeroPoint = placed(formula, node.input(7), sums, true);
    return List.of(Quantizer.quantize(formula, real, zeroPoint));
  }

  private static Operand centred(Formula formula, Operand values, int zeroPoint, boolean rows) {
    Operand point =
        formula.node().hasInput(zeroPoint)
            ? placed(formula, formula.node().input(zeroPoint), values, rows)
            : formula.like(values, 0);
    return Quantizer.centred(formula, values, point);
  }

  /** One value, or one a row of the first matrix or a column of the second. */
  private static Operand placed(Formula formula, Operand values, Operand matrix, boolean rows) {
    TensorType type = values.type();
    if (type.shape().elements() == 1) {
      return formula.reshape(values, Shape.of());
    }
    return rows && type.rank() == 1 && matrix.type().rank() > 1
        ? formula.reshape(values, type.extent(0), 1)
        : values;
  }
}
