package dev.tilewright.graph.onnx.format;

import java.util.Map;

/**
 * A model file, as far as we read it ({@code ModelProto}).
 *
 * @param name the file, for messages
 * @param opsets the version of each operator set by domain; the standard domain is the empty string
 */
public record OnnxModel(String name, Map<String, Long> opsets, OnnxGraph graph) {
  public OnnxModel {
    opsets = Map.copyOf(opsets);
  }
}
