package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.ReverseSequence;
import java.util.List;

/** {@code ReverseSequence}. */
final class ReverseSequenceConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    int batch = node.attributes().axis("batch_axis", 1);
    int time = node.attributes().axis("time_axis", 0);
    return node.apply(new ReverseSequence(batch, time));
  }
}
