package dev.tilewright.graph.onnx;

import dev.tilewright.runtime.host.RecurrentLayer;
import java.util.List;

/**
 * {@code RNN}, {@code GRU} and {@code LSTM}: the products of all inputs with their weights are one
 * product of matrices; the recurrence over the positions runs in Java, one direction after the
 * other. Other types than float32 are computed in float32.
 */
record RecurrentConverter(RecurrentLayer.Kind kind) implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    return new RecurrentReader(node, kind).convert();
  }
}
