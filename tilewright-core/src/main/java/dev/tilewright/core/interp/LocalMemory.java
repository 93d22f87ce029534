package dev.tilewright.core.interp;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;

/** Memory of one chunk or one thread, undefined each time it is allocated. */
final class LocalMemory extends Memory {
  private final int elements;
  private final int[] writtenIn;
  private final int[] allocation;

  /**
   * @param threads threads that have such a buffer each at the same time
   */
  LocalMemory(Buffer buffer, int threads) {
    super(buffer, HostArray.zeros(buffer.dtype(), copies(buffer, threads)));
    elements = Math.toIntExact(buffer.shape().elements());
    writtenIn = new int[Math.multiplyExact(elements, threads)];
    allocation = new int[threads];
  }

  private static Shape copies(Buffer buffer, int threads) {
    return Shape.of(Math.multiplyExact(buffer.shape().elements(), (long) threads));
  }

  /** Begins a new life with undefined contents. */
  void allocate(Frame frame) {
    allocation[frame.thread]++;
  }

  @Override
  int begin(Frame frame) {
    return frame.thread * elements;
  }

  @Override
  Fault noteRead(int position, Frame frame) {
    return writtenIn[position] == allocation[frame.thread] ? Fault.NONE : Fault.UNWRITTEN;
  }

  @Override
  Fault noteWrite(int position, Frame frame) {
    writtenIn[position] = allocation[frame.thread];
    return Fault.NONE;
  }
}
