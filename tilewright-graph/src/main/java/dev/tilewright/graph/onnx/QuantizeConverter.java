package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** {@code QuantizeLinear}: {@code saturate(round(x / scale) + zero point)}. */
final class QuantizeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    TensorType type = node.type(0);
    int axis = quantizedAxis(node);
    long block = node.attributes().integer("block_size", 0);
    QuantizationScale scales = new QuantizationScale(formula, type);
    DType real = type.dtype().equals(DType.FLOAT64) ? DType.FLOAT64 : DType.FLOAT32;
    Operand scale = scales.spread(formula.cast(node.input(1), real), axis, block);
    Operand x = formula.div(formula.cast(node.input(0), real), scale);
    Operand zeroPoint =
        node.hasInput(2)
            ? scales.spread(node.input(2), axis, block)
            : node.scalar(0, resultType(node));
    return List.of(Quantizer.quantize(formula, x, zeroPoint));
  }

  /** The axis of several scales; without meaning for one scale. */
  static int quantizedAxis(ConversionContext node) {
    boolean one = node.shape(1).elements() == 1;
    return one ? 0 : node.axis("axis", 1, node.type(0).rank());
  }

  private static DType resultType(ConversionContext node) {
    long number = node.attributes().integer("output_dtype", 0);
    return number == 0 ? DType.UINT8 : OnnxElementType.parse(number, "attribute output_dtype");
  }
}
