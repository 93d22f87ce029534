package dev.tilewright.graph.onnx;

import dev.tilewright.graph.ops.Slice;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** {@code Slice}: everything is an attribute before opset 10 and an input since. */
final class SliceConverter implements Converter {
  @Override
  public List<Operand> convert(ConversionContext node) {
    boolean old = node.opset() < 10;
    List<Long> starts = old ? required(node, "starts") : node.knownIntegers(1);
    List<Long> ends = old ? required(node, "ends") : node.knownIntegers(2);
    Optional<List<Integer>> given = old ? node.attributes().axes("axes") : inputAxes(node);
    List<Integer> axes = given.orElse(IntStream.range(0, starts.size()).boxed().toList());
    List<Long> steps =
        !old && node.hasInput(4) ? node.knownIntegers(4) : Collections.nCopies(starts.size(), 1L);
    if (ends.size() != starts.size()
        || axes.size() != starts.size()
        || steps.size() != starts.size()) {
      throw node.refuse(
          "starts %s, ends %s, axes %s, steps %s; expected lists of one length",
          starts, ends, axes, steps);
    }
    Slice slice = Slice.of(node.shape(0), axes, starts, ends, steps);
    return List.of(node.emit(slice, node.input(0)));
  }

  private static Optional<List<Integer>> inputAxes(ConversionContext node) {
    return node.hasInput(3) ? Optional.of(node.knownAxes(3)) : Optional.empty();
  }

  private static List<Long> required(ConversionContext node, String attribute) {
    return node.attributes()
        .integers(attribute)
        .orElseThrow(() -> node.refuse("the attribute %s is missing", attribute));
  }
}
