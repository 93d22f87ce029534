package dev.tilewright.graph.onnx.format;

import java.io.IOException;
import java.util.Map;

/** Reads an {@code OperatorSetIdProto}. */
final class OpsetReader {
  private final WireReader in;
  private String domain = "";
  private long version;

  OpsetReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field into the versions by domain. */
  void read(Map<String, Long> opsets) throws IOException {
    in.message(
        field -> {
          switch (field) {
            case 1 -> domain = in.name();
            case 2 -> version = in.integer();
            default -> in.skip();
          }
        });
    opsets.put(domain.equals("ai.onnx") ? "" : domain, version);
  }
}
