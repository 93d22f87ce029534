package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.Window;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * {@code ConvInteger} and {@code QLinearConv}: convolutions of integers less their zero points,
 * summed in int32, padding being the zero point; the latter scales and rounds to integers again.
 */
record IntegerConvConverter(boolean scaled) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    Operand weight = node.input(scaled ? 3 : 1);
    Shape shape = weight.type().shape();
    List<Long> kernel = LongStream.of(shape.toArray()).skip(2).boxed().toList();
    Window window = WindowReader.read(node, kernel, node.shape(0));
    Operand data = centred(formula, node.input(0), 2, false);
    Operand factors = centred(formula, weight, scaled ? 5 : 3, true);
    Conv conv = new Conv(window, node.attributes().integer("group", 1), Layout.CHANNELS_FIRST);
    if (!scaled) {
      return List.of(node.emit(conv, data, factors));
    }
    Operand sums =
        node.hasInput(8)
            ? node.emit(conv, data, factors, node.input(8))
            : node.emit(conv, data, factors);
    int rank = sums.type().rank();
    Operand weightScale = alongChannels(formula, node.input(4), 1, rank);
    Operand factor =
        formula.mul(one(formula, node.input(1)), formula.cast(weightScale, DType.FLOAT32));
    Operand ratio = formula.div(factor, one(formula, node.input(6)));
    Operand real = formula.mul(formula.cast(sums, DType.FLOAT32), ratio);
    Operand zeroPoint = formula.reshape(node.input(7), Shape.of());
    return List.of(Quantizer.quantize(formula, real, zeroPoint));
  }

  private static Operand one(Formula formula, Operand scale) {
    return formula.cast(formula.reshape(scale, Shape.of()), DType.FLOAT32);
  }

  private static Operand centred(Formula formula, Operand values, int zeroPoint, boolean weight) {
    if (!formula.node().hasInput(zeroPoint)) {
      return Quantizer.centred(formula, values, formula.like(values, 0));
    }
    Operand point = formula.node().input(zeroPoint);
    return Quantizer.centred(
        formula, values, alongChannels(formula, point, weight ? 0 : 1, values.type().rank()));
  }

  /** One value, or one a channel. */
  private static Operand alongChannels(Formula formula, Operand values, int axis, int rank) {
    long count = values.type().shape().elements();
    if (count == 1) {
      return formula.reshape(values, Shape.of());
    }
    long[] extents = new long[rank];
    Arrays.fill(extents, 1);
    extents[axis] = count;
    return formula.reshape(values, Shape.of(extents));
  }
}
