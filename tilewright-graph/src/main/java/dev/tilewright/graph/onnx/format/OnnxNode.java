package dev.tilewright.graph.onnx.format;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One operator application ({@code NodeProto}).
 *
 * @param inputs names of values; the empty string stands for an optional input that is left out
 * @param outputs names of values; the empty string stands for a result that nobody wants
 */
public record OnnxNode(
    String name,
    String opType,
    String domain,
    List<String> inputs,
    List<String> outputs,
    Map<String, OnnxAttribute> attributes) {
  public OnnxNode {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    attributes = Map.copyOf(attributes);
  }

  /** The same node, leaving out the inputs with these names. */
  public OnnxNode without(Set<String> missing) {
    List<String> left = inputs.stream().map(input -> missing.contains(input) ? "" : input).toList();
    return new OnnxNode(name, opType, domain, left, outputs, attributes);
  }

  /** The node's own name or, since many exporters give none, that of its first result. */
  public String label() {
    return name.isEmpty() && !outputs.isEmpty() ? outputs.getFirst() : name;
  }
}
