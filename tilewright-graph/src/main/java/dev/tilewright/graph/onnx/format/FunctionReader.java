package dev.tilewright.graph.onnx.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a {@code FunctionProto}. */
final class FunctionReader {
  private final WireReader in;
  private final List<String> inputs = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();
  private final List<OnnxNode> nodes = new ArrayList<>();
  private final Map<String, Long> opsets = new HashMap<>();
  private final Map<String, OnnxAttribute> attributes = new HashMap<>();
  private String name = "";
  private String domain = "";

  FunctionReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field. */
  OnnxFunction read() throws IOException {
    in.message(this::field);
    String plainDomain = domain.equals("ai.onnx") ? "" : domain;
    return new OnnxFunction(plainDomain, name, opsets, inputs, outputs, attributes, nodes);
  }

  private void field(int field) throws IOException {
    switch (field) {
      case 1 -> name = in.name();
      case 4 -> inputs.add(in.name());
      case 5 -> outputs.add(in.name());
      case 7 -> nodes.add(new NodeReader(in).read());
      case 9 -> new OpsetReader(in).read(opsets);
      case 10 -> domain = in.name();
      case 11 -> {
        AttributeReader attribute = new AttributeReader(in);
        OnnxAttribute value = attribute.read();
        attributes.put(attribute.name(), value);
      }
      default -> in.skip();
    }
  }
}
