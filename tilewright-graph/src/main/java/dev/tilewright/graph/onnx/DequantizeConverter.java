package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** {@code DequantizeLinear}: {@code (x - zero point) * scale}. */
final class DequantizeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    TensorType type = node.type(0);
    int axis = QuantizeConverter.quantizedAxis(node);
    long block = node.attributes().integer("block_size", 0);
    QuantizationScale scales = new QuantizationScale(formula, type);
    Operand integers = formula.cast(node.input(0), DType.INT32);
    if (node.hasInput(2)) {
      Operand zeroPoint = scales.spread(node.input(2), axis, block);
      integers = formula.sub(integers, formula.cast(zeroPoint, DType.INT32));
    }
    Operand scale = scales.spread(node.input(1), axis, block);
    long number = node.attributes().integer("output_dtype", 0);
    DType result =
        number == 0
            ? scale.type().dtype()
            : OnnxElementType.parse(number, "attribute output_dtype");
    DType real = result.bits() < 32 ? DType.FLOAT32 : result;
    Operand product = formula.mul(formula.cast(integers, real), formula.cast(scale, real));
    return List.of(formula.cast(product, result));
  }
}
