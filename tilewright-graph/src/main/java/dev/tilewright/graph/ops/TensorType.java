package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import java.util.List;

/** Element type and shape of a tensor. */
public record TensorType(DType dtype, Shape shape) {
  public static TensorType of(DType dtype, long... extents) {
    return new TensorType(dtype, Shape.of(extents));
  }

  public static TensorType of(Buffer buffer) {
    return new TensorType(buffer.dtype(), buffer.shape());
  }

  public static List<TensorType> of(List<Buffer> buffers) {
    return buffers.stream().map(TensorType::of).toList();
  }

  public int rank() {
    return shape.rank();
  }

  public long extent(int axis) {
    return shape.extent(axis);
  }

  /** For example {@code float32 1x224x224x3}. */
  @Override
  public String toString() {
    return dtype.text() + " " + shape;
  }
}
