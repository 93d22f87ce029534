package dev.tilewright.graph.onnx.format;

import java.util.List;

/** The nodes, inputs, outputs and stored tensors of a model ({@code GraphProto}). */
public record OnnxGraph(
    List<OnnxNode> nodes,
    List<OnnxTensor> initializers,
    List<OnnxValueInfo> inputs,
    List<OnnxValueInfo> outputs) {
  public OnnxGraph {
    nodes = List.copyOf(nodes);
    initializers = List.copyOf(initializers);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }
}
