package dev.tilewright.search.build;

import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.core.schedule.LayoutPacker;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;

/** Stores tensors as kernels expect them. */
public final class TensorPacker {
  private TensorPacker() {}

  /** The tensor as kernels expect it; itself if they take it as it is. */
  public static Tensor store(Tensor given, ConstantStorage storage, Arena arena) {
    if (storage.isPlain()) {
      return given;
    }
    Tensor stored =
        Tensor.allocate(storage.dtype(given.dtype()), storage.shape(given.shape()), arena);
    storage.store(given.dtype(), given.shape(), given.segment(), stored.segment());
    return stored;
  }

  /** The same values in the physical layout; padding is zero. */
  public static Tensor pack(Tensor logical, BufferLayout layout, Arena arena) {
    Tensor packed = Tensor.allocate(logical.dtype(), layout.physicalShape(logical.shape()), arena);
    LayoutPacker.pack(
        layout, logical.shape(), logical.dtype().bytes(), logical.segment(), packed.segment());
    return packed;
  }
}
