package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;

/** Memory of one chunk, undefined each time it is allocated. */
final class LocalMemory extends Memory {
  private final int[] writtenIn;
  private int allocation;

  LocalMemory(Buffer buffer) {
    super(buffer, HostArray.zeros(buffer.dtype(), buffer.shape()));
    writtenIn = new int[Math.toIntExact(buffer.shape().elements())];
  }

  /** Begins a new life with undefined contents. */
  void allocate() {
    allocation++;
  }

  @Override
  Fault noteRead(int position, Frame frame) {
    return writtenIn[position] == allocation ? Fault.NONE : Fault.UNWRITTEN;
  }

  @Override
  Fault noteWrite(int position, Frame frame) {
    writtenIn[position] = allocation;
    return Fault.NONE;
  }
}
