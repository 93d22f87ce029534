package dev.tilewright.graph.host;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.tilewright.base.DType;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The conversions that large constants need. */
final class CastLoops {
  private CastLoops() {}

  /** The converted tensor; empty for types that have no loop. */
  static Optional<Tensor> of(DType target, Tensor input) {
    if (input.dtype().equals(target)) {
      return Optional.of(input);
    }
    if (!input.dtype().equals(DType.INT64) || !target.equals(DType.FLOAT32)) {
      return Optional.empty();
    }
    Tensor result = Tensor.allocate(target, input.shape());
    MemorySegment from = input.segment();
    MemorySegment to = result.segment();
    long count = input.shape().elements();
    for (long i = 0; i < count; i++) {
      to.setAtIndex(JAVA_FLOAT_UNALIGNED, i, from.getAtIndex(JAVA_LONG_UNALIGNED, i));
    }
    return Optional.of(result);
  }
}
