package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Trilu;
import java.util.List;

/** {@code Trilu}: the part of matrices above or below a diagonal, zeros elsewhere. */
final class TriluConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean upper = node.attributes().flag("upper", true);
    long diagonal = node.hasInput(1) ? node.knownInteger(1) : 0;
    return List.of(node.emit(new Trilu(upper, diagonal), node.input(0)));
  }
}
