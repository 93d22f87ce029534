package dev.tilewright.graph.onnx.format;

import java.util.List;
import java.util.Map;

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

  /** The node's own name or, since many exporters give none, that of its first result. */
  public String label() {
    return name.isEmpty() && !outputs.isEmpty() ? outputs.getFirst() : name;
  }
}
