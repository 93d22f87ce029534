package dev.tilewright.runtime.plan;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;

/**
 * A dense row-major array that steps of a plan read or write.
 *
 * @param name for people
 */
public record PlanBuffer(String name, DType dtype, Shape shape, Storage storage) {
  /** Size of the elements in bytes. */
  public long bytes() {
    return Math.multiplyExact(shape.elements(), (long) dtype.bytes());
  }
}
