package dev.tilewright.graph.network;

import dev.tilewright.base.Shape;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.graph.host.ScatterCopy;
import dev.tilewright.runtime.Tensor;
import java.util.List;

/** Stores constants as a {@link BufferLayout} says; padding is zero. */
final class ConstantPacking {
  private ConstantPacking() {}

  static Tensor pack(Tensor logical, BufferLayout layout) {
    Tensor physical = Tensor.allocate(logical.dtype(), layout.physicalShape(logical.shape()));
    ScatterCopy.copy(logical, offsets(logical.shape(), layout, physical.shape()), physical);
    return physical;
  }

  /** For each dimension and index the part of the physical position that comes from it. */
  private static long[][] offsets(Shape logical, BufferLayout layout, Shape physical) {
    long[] strides = physical.strides();
    long[][] offsets = new long[logical.rank()][];
    int part = 0;
    for (int d = 0; d < logical.rank(); d++) {
      List<Long> inner = layout.factors().get(d);
      offsets[d] = new long[Math.toIntExact(logical.extent(d))];
      for (int i = 0; i < offsets[d].length; i++) {
        long rest = i;
        for (int p = inner.size(); p > 0; p--) {
          long factor = inner.get(p - 1);
          offsets[d][i] += rest % factor * strides[layout.order().indexOf(part + p)];
          rest /= factor;
        }
        offsets[d][i] += rest * strides[layout.order().indexOf(part)];
      }
      part += inner.size() + 1;
    }
    return offsets;
  }
}
