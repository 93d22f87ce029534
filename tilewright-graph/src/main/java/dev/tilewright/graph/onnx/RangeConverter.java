package dev.tilewright.graph.onnx;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Range;
import java.util.List;

/** {@code Range}. */
final class RangeConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    DType dtype = node.type(0).dtype();
    double start = node.knownReal(0);
    double limit = node.knownReal(1);
    double step = node.knownReal(2);
    if (step == 0) {
      throw node.refuse("the step is 0");
    }
    long count = Math.max(0, (long) Math.ceil((limit - start) / step));
    return List.of(node.emit(new Range(dtype, start, step, count)));
  }
}
