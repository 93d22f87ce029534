package dev.tilewright.core.interp;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ScheduleState;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Brings constant inputs into the layouts that a schedule asks for. */
public final class PackedInputs {
  private PackedInputs() {}

  /**
   * The inputs as the lowered program takes them.
   *
   * @param inputs one for each input of the DAG, row-major
   */
  public static List<HostArray> of(ScheduleState state, List<HostArray> inputs) {
    Inputs.check("schedule", state.dag().inputs(), inputs);
    List<HostArray> packed = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      Buffer buffer = state.dag().inputs().get(i);
      BufferLayout layout = state.layouts().get(buffer);
      packed.add(layout == null ? inputs.get(i) : pack(inputs.get(i), layout));
    }
    return packed;
  }

  /** A copy in another layout; padding is zero. */
  public static HostArray pack(HostArray logical, BufferLayout layout) {
    Shape shape = logical.shape();
    HostArray physical = HostArray.zeros(logical.dtype(), layout.physicalShape(shape));
    if (shape.elements() > 0) {
      long[][] offsets = offsets(shape, layout);
      long bytes = logical.dtype().bytes();
      new Copy(logical.segment(), physical.segment(), offsets, bytes).dimension(0, 0, 0);
    }
    return physical;
  }

  /**
   * For each dimension, what each index adds to the physical position: a part depends on one
   * dimension alone.
   */
  private static long[][] offsets(Shape logical, BufferLayout layout) {
    long[] physicalStrides = layout.physicalShape(logical).strides();
    long[][] offsets = new long[logical.rank()][];
    int part = 0;
    for (int d = 0; d < logical.rank(); d++) {
      List<Long> inner = layout.factors().get(d);
      offsets[d] = new long[Math.toIntExact(logical.extent(d))];
      long block = inner.stream().reduce(1L, Math::multiplyExact);
      long modulus = Long.MAX_VALUE;
      for (int p = 0; p <= inner.size(); p++, part++) {
        long stride = physicalStrides[layout.order().indexOf(part)];
        for (int i = 0; i < offsets[d].length; i++) {
          offsets[d][i] += i / block % modulus * stride;
        }
        if (p < inner.size()) {
          modulus = inner.get(p);
          block /= modulus;
        }
      }
    }
    return offsets;
  }

  private record Copy(MemorySegment from, MemorySegment to, long[][] offsets, long bytes) {
    void dimension(int d, long source, long target) {
      if (d == offsets.length) {
        MemorySegment.copy(from, source * bytes, to, target * bytes, bytes);
        return;
      }
      long extent = offsets[d].length;
      for (int i = 0; i < extent; i++) {
        dimension(d + 1, source * extent + i, target + offsets[d][i]);
      }
    }
  }
}
