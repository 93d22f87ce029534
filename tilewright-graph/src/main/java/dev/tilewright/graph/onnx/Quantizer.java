package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Clip;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.runtime.Tensor;
import java.util.stream.LongStream;

/** Rounding to quantised types. */
final class Quantizer {
  private Quantizer() {}

  /** The range of a quantised type. */
  static Clip range(ConversionContext node, DType dtype) {
    if (!dtype.isInteger() || dtype.bits() > 32) {
      throw node.refuse("the quantised type is %s; expected an integer of up to 32 bits", dtype);
    }
    boolean signed = dtype.kind() == DType.Kind.INT;
    double high = Math.scalb(1.0, signed ? dtype.bits() - 1 : dtype.bits()) - 1;
    return new Clip(signed ? -high - 1 : 0, high);
  }

  /**
   * {@code saturate(round(x) + zeroPoint)}, halves to the even neighbour.
   *
   * @param x in units of the scale
   */
  static Operand quantize(Formula formula, Operand x, Operand zeroPoint) {
    DType dtype = zeroPoint.type().dtype();
    Operand rounded = formula.unary(UnaryFunction.ROUND, x);
    Operand moved = formula.add(rounded, formula.cast(zeroPoint, x.type().dtype()));
    Operand inside = formula.node().emit(range(formula.node(), dtype), moved);
    return formula.cast(inside, dtype);
  }

  /**
   * The integers without their zero point: 16-bit for 8-bit ones, which a product of matrices sums
   * in 32 bits.
   */
  static Operand centred(Formula formula, Operand values, Operand zeroPoint) {
    DType wide = values.type().dtype().bits() == 8 ? DType.INT16 : DType.INT32;
    Operand integers = formula.cast(values, wide);
    boolean zero =
        zeroPoint instanceof Operand.Known(Tensor known)
            && LongStream.of(known.toLongs()).allMatch(point -> point == 0);
    return zero ? integers : formula.sub(integers, formula.cast(zeroPoint, wide));
  }
}
