package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;

/**
 * Memory of a thread block, undefined when the block begins. Between two barriers an element that
 * one thread writes is not touched by another.
 */
final class SharedMemory extends Memory {
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final Epoch epoch;

  /** The epoch of the last write, 0 for none; epochs of a block begin after {@link #begin}. */
  private final int[] writtenIn;

  private final int[] writer;
  private final int[] readIn;
  private final int[] reader;
  private int begin;

  /** Counts barriers, and beginnings of blocks, through all kernels. */
  static final class Epoch {
    private int number = 1;

    void next() {
      number++;
    }
  }

  SharedMemory(Buffer buffer, Epoch epoch) {
    super(buffer, HostArray.zeros(buffer.dtype(), buffer.shape()));
    this.epoch = epoch;
    int elements = Math.toIntExact(buffer.shape().elements());
    writtenIn = new int[elements];
    writer = new int[elements];
    readIn = new int[elements];
    reader = new int[elements];
  }

  /** A new block begins. */
  void allocate() {
    begin = epoch.number;
  }

  @Override
  Fault noteRead(int position, Frame frame) {
    if (writtenIn[position] < begin) {
      return Fault.UNWRITTEN;
    }
    if (writtenIn[position] == epoch.number && writer[position] != frame.thread) {
      return Fault.SHARED_READ_WRITE;
    }
    int before = readIn[position] == epoch.number ? reader[position] : NOBODY;
    reader[position] = before == NOBODY || before == frame.thread ? frame.thread : SEVERAL;
    readIn[position] = epoch.number;
    return Fault.NONE;
  }

  @Override
  Fault noteWrite(int position, Frame frame) {
    if (writtenIn[position] == epoch.number && writer[position] != frame.thread) {
      return Fault.SHARED_WRITE_WRITE;
    }
    if (readIn[position] == epoch.number && reader[position] != frame.thread) {
      return Fault.SHARED_READ_WRITE;
    }
    writtenIn[position] = epoch.number;
    writer[position] = frame.thread;
    return Fault.NONE;
  }
}
