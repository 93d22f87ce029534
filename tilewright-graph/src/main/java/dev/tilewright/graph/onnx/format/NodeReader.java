package dev.tilewright.graph.onnx.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a {@code NodeProto}. */
final class NodeReader {
  private final WireReader in;
  private final List<String> inputs = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private final Map<String, OnnxAttribute> attributes = new HashMap<>();
  private String name = "";
  private String opType = "";
  private String domain = "";

  NodeReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field. */
  OnnxNode read() throws IOException {
    in.message(this::field);
    String plainDomain = domain.equals("ai.onnx") ? "" : domain;
    return new OnnxNode(name, opType, plainDomain, inputs, outputs, attributes);
  }

  private void field(int field) throws IOException {
    switch (field) {
      case 1 -> inputs.add(in.name());
      case 2 -> outputs.add(in.name());
      case 3 -> name = in.name();
      case 4 -> opType = in.name();
      case 5 -> {
        AttributeReader attribute = new AttributeReader(in);
        OnnxAttribute value = attribute.read();
        attributes.put(attribute.name(), value);
      }
      case 7 -> domain = in.name();
      default -> in.skip();
    }
  }
}
