package dev.tilewright.graph.onnx.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a {@code ValueInfoProto} and what it holds: {@code TypeProto}, {@code TensorShapeProto}.
 */
final class ValueInfoReader {
  private final WireReader in;
  private String name = "";
  private long elementType;
  private boolean hasShape;
  private final List<OnnxValueInfo.Dimension> dimensions = new ArrayList<>();

  ValueInfoReader(WireReader in) {
    this.in = in;
  }

  /** Reads the current field. */
  OnnxValueInfo read() throws IOException {
    in.message(
        field -> {
          switch (field) {
            case 1 -> name = in.name();
            case 2 -> in.message(this::typeField);
            default -> in.skip();
          }
        });
    return new OnnxValueInfo(
        name,
        (int) Math.clamp(elementType, 0L, 255L),
        hasShape ? Optional.of(dimensions) : Optional.empty());
  }

  private void typeField(int field) throws IOException {
    switch (field) {
      case 1 -> in.message(this::tensorTypeField);
      default -> in.skip();
    }
  }

  private void tensorTypeField(int field) throws IOException {
    switch (field) {
      case 1 -> elementType = in.integer();
      case 2 -> {
        hasShape = true;
        in.message(this::shapeField);
      }
      default -> in.skip();
    }
  }

  private void shapeField(int field) throws IOException {
    switch (field) {
      case 1 -> {
        dimensions.add(new OnnxValueInfo.Symbolic(""));
        in.message(this::dimensionField);
      }
      default -> in.skip();
    }
  }

  private void dimensionField(int field) throws IOException {
    switch (field) {
      case 1 -> setLast(new OnnxValueInfo.Fixed(in.integer()));
      case 2 -> setLast(new OnnxValueInfo.Symbolic(in.name()));
      default -> in.skip();
    }
  }

  private void setLast(OnnxValueInfo.Dimension dimension) {
    dimensions.set(dimensions.size() - 1, dimension);
  }
}
