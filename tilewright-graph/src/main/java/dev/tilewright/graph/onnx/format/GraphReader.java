package dev.tilewright.graph.onnx.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads a {@code GraphProto}. */
final class GraphReader {
  private final WireReader in;
  private final List<OnnxNode> nodes = new ArrayList<>();
  private final List<OnnxTensor> initializers = new ArrayList<>();
  private final List<OnnxValueInfo> inputs = new ArrayList<>();
  private final List<OnnxValueInfo> outputs = new ArrayList<>();

  GraphReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field. */
  OnnxGraph read() throws IOException {
    in.message(
        field -> {
          switch (field) {
            case 1 -> nodes.add(new NodeReader(in).read());
            case 5 -> initializers.add(new TensorReader(in).read());
            case 11 -> inputs.add(new ValueInfoReader(in).read());
            case 12 -> outputs.add(new ValueInfoReader(in).read());
            default -> in.skip();
          }
        });
    return new OnnxGraph(nodes, initializers, inputs, outputs);
  }
}
