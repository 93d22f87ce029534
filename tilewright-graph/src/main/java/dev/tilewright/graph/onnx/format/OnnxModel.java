package dev.tilewright.graph.onnx.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A model file, as far as we read it ({@code ModelProto}).
 *
 * @param name the file, for messages
 * @param opsets the version of each operator set by domain; the standard domain is the empty string
 * @param functions operators that the model defines itself
 */
public record OnnxModel(
    String name, Map<String, Long> opsets, OnnxGraph graph, List<OnnxFunction> functions) {
  public OnnxModel {
    opsets = Map.copyOf(opsets);
    functions = List.copyOf(functions);
  }

  /** The function that a node calls; empty if its operator is none of the model's functions. */
  public Optional<OnnxFunction> function(OnnxNode node) {
    return functions.stream()
        .filter(function -> function.name().equals(node.opType()))
        .filter(function -> function.domain().equals(node.domain()))
        .findFirst();
  }
}
