package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Range;
import java.util.List;

/** {@code Range}. */
final class RangeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    DType dtype = node.type(0).dtype();
    double start = node.known(0).getDouble(0);
    double limit = node.known(1).getDouble(0);
    double step = node.known(2).getDouble(0);
    if (step == 0) {
      throw node.refuse("the step is 0");
    }
    long count = Math.max(0, (long) Math.ceil((limit - start) / step));
    return List.of(node.emit(new Range(dtype, start, step, count)));
  }
}
