package dev.tilewright.graph.onnx.format;

import java.util.List;
import java.util.Optional;

/**
 * The declared type of an input or output ({@code ValueInfoProto}).
 *
 * @param elementType an ONNX element type number; 0 if the value is no tensor or not declared
 * @param dimensions the shape; empty if it is not declared
 */
public record OnnxValueInfo(String name, int elementType, Optional<List<Dimension>> dimensions) {
  public OnnxValueInfo {
    dimensions = dimensions.map(List::copyOf);
  }

  /** One extent of a shape. */
  public sealed interface Dimension {}

  public record Fixed(long extent) implements Dimension {}

  /** An extent that the model leaves open; the name may be empty. */
  public record Symbolic(String name) implements Dimension {}
}
