package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Pad;
import dev.tilewright.graph.ops.ShiftedCombine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code CumSum} and {@code CumProd}: running sums or products along an axis, which take as many
 * steps as the extent has bits.
 */
record CumulativeConverter(boolean product) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    Formula formula = new Formula(node);
    int rank = node.type(0).rank();
    int axis = node.axis(node.knownInteger(1), rank);
    boolean reverse = node.attributes().flag("reverse", false);
    Operand input = node.input(0);
    DType dtype = input.type().dtype();
    boolean narrow = dtype.isFloat() && dtype.bits() < 32;
    Operand running = formula.cast(input, narrow ? DType.FLOAT32 : dtype);
    running = reverse ? formula.flip(running, axis) : running;
    if (node.attributes().flag("exclusive", false)) {
      running = shifted(node, running, axis);
    }
    for (long distance = 1; distance < input.type().extent(axis); distance *= 2) {
      running = node.emit(new ShiftedCombine(axis, distance, product), running);
    }
    running = reverse ? formula.flip(running, axis) : running;
    return List.of(formula.cast(running, dtype));
  }

  /** One place later, without the last element, the neutral element first. */
  private Operand shifted(ConversionContext node, Operand input, int axis) {
    List<Long> before = new ArrayList<>(Collections.nCopies(input.type().rank(), 0L));
    List<Long> after = new ArrayList<>(before);
    if (input.type().extent(axis) > 0) {
      before.set(axis, 1L);
      after.set(axis, -1L);
    }
    return node.emit(new Pad(before, after, Pad.Mode.CONSTANT, product ? 1 : 0), input);
  }
}
