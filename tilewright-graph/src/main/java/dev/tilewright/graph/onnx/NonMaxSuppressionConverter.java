package dev.tilewright.graph.onnx;

import dev.tilewright.runtime.host.NonMaxSuppression;
import java.util.List;

/** {@code NonMaxSuppression} of known boxes and scores. */
final class NonMaxSuppressionConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    long most = node.hasInput(2) ? node.knownInteger(2) : 0;
    double overlap = node.hasInput(3) ? node.knownReal(3) : 0;
    double leastScore = node.hasInput(4) ? node.knownReal(4) : Double.NEGATIVE_INFINITY;
    boolean centered = node.attributes().flag("center_point_box", false);
    return node.evaluate(
        new NonMaxSuppression(most, overlap, leastScore, centered), node.known(0), node.known(1));
  }
}
