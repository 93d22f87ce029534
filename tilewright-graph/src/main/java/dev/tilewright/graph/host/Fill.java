package dev.tilewright.graph.host;

import dev.tilewright.base.DType;
import dev.tilewright.graph.ops.Full;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;

/** Tensors of one value. */
final class Fill {
  private Fill() {}

  static Tensor of(Full full) {
    DType dtype = full.type().dtype();
    Tensor tensor = Tensor.allocate(dtype, full.type().shape());
    if (full.value() == 0 || tensor.bytes() == 0) {
      return tensor;
    }
    tensor.set(0, full.value());
    MemorySegment memory = tensor.segment();
    // Doubles the filled part until it is everything.
    for (long filled = dtype.bytes(); filled < tensor.bytes(); filled *= 2) {
      long length = Math.min(filled, tensor.bytes() - filled);
      MemorySegment.copy(memory, 0, memory, filled, length);
    }
    return tensor;
  }
}
