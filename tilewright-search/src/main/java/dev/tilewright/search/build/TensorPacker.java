package dev.tilewright.search.build;

import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.LayoutPacker;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;

/** Stores tensors as a {@link BufferLayout} says. */
public final class TensorPacker {
  private TensorPacker() {}

  /** The same values in the physical layout; padding is zero. */
  public static Tensor pack(Tensor logical, BufferLayout layout, Arena arena) {
    Tensor packed = Tensor.allocate(logical.dtype(), layout.physicalShape(logical.shape()), arena);
    LayoutPacker.pack(
        layout, logical.shape(), logical.dtype().bytes(), logical.segment(), packed.segment());
    return packed;
  }
}
