package dev.tilewright.graph.onnx.format;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A stored tensor ({@code TensorProto}), not decoded yet.
 *
 * @param elementType an ONNX element type number ({@code TensorProto.DataType})
 */
public record OnnxTensor(String name, int elementType, List<Long> dimensions, Data data) {
  public OnnxTensor {
    dimensions = List.copyOf(dimensions);
  }

  /** Where the elements are; at most one of the ways that the format allows. */
  public sealed interface Data {}

  /** Little-endian elements in the file; a window on it, not a copy. */
  public record Raw(ByteBuffer bytes) implements Data {}

  /** Elements of a float or double tensor. */
  public record Reals(double[] values) implements Data {}

  /** Elements of integer and bool tensors, and the bit patterns of 16-bit floats. */
  public record Integers(long[] values) implements Data {}

  /** Little-endian elements in another file; the path is relative to the model's folder. */
  public record External(String location, long offset, long length) implements Data {}

  /** No elements are stored: an empty tensor. */
  public record None() implements Data {}

  /** Strings, which no supported operator takes. */
  public record Strings() implements Data {}
}
