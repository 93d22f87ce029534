package dev.tilewright.graph.onnx.format;

import dev.tilewright.base.UserException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a {@code ModelProto}. */
final class ModelReader {
  private final WireReader in;
  private final Map<String, Long> opsets = new HashMap<>();
  private final List<OnnxGraph> graphs = new ArrayList<>();
  private final List<OnnxFunction> functions = new ArrayList<>();

  ModelReader(WireReader in) {
    this.in = in;
  }

  /** Reads all of the input. */
  OnnxModel read(String name) throws IOException {
    in.fields(
        field -> {
          switch (field) {
            case 7 -> graphs.add(new GraphReader(in).read());
            case 8 -> new OpsetReader(in).read(opsets);
            case 25 -> functions.add(new FunctionReader(in).read());
            default -> in.skip();
          }
        });
    if (graphs.isEmpty() || opsets.isEmpty()) {
      throw new UserException(
          "%s: not an ONNX model, or cut off: it has no %s"
              .formatted(name, graphs.isEmpty() ? "graph" : "operator set version"));
    }
    return new OnnxModel(name, opsets, graphs.getLast(), functions);
  }
}
