package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import java.util.BitSet;
import java.util.function.LongConsumer;

/** Memory whose elements are computed when they are first read. */
final class PointMemory extends Memory {
  private final BitSet known = new BitSet();
  private final LongConsumer compute;

  /**
   * @param compute writes the element at a row-major position
   */
  PointMemory(Buffer buffer, HostArray array, LongConsumer compute) {
    super(buffer, array);
    this.compute = compute;
  }

  @Override
  Fault noteRead(int position, Frame frame) {
    if (!known.get(position)) {
      known.set(position);
      compute.accept(position);
    }
    return Fault.NONE;
  }

  @Override
  Fault noteWrite(int position, Frame frame) {
    known.set(position);
    return Fault.NONE;
  }
}
