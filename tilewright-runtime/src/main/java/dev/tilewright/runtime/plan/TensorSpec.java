package dev.tilewright.runtime.plan;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import dev.tilewright.runtime.Tensor;

/** Name, type and shape of a tensor that goes into or comes out of a plan. */
public record TensorSpec(String name, DType dtype, Shape shape) {
  /** Size of the elements in bytes. */
  public long bytes() {
    return Math.multiplyExact(shape.elements(), (long) dtype.bytes());
  }

  /**
   * Checks a tensor that somebody gives.
   *
   * @param role what it is for, such as {@code input}
   * @throws UserException if type or shape differ
   */
  public void check(String role, Tensor tensor) {
    if (!tensor.dtype().equals(dtype) || !tensor.shape().equals(shape)) {
      throw new UserException(
          "%s %s: got %s %s; expected %s %s"
              .formatted(role, name, tensor.dtype(), tensor.shape(), dtype, shape));
    }
  }

  @Override
  public String toString() {
    return "%s %s %s".formatted(name, dtype, shape);
  }
}
