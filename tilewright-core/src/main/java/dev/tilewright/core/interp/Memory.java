package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;

/** The storage of one buffer, which checks each access for what the buffer's scope forbids. */
abstract sealed class Memory permits GlobalMemory, LocalMemory, PointMemory, SharedMemory {
  final Buffer buffer;
  final HostArray array;

  Memory(Buffer buffer, HostArray array) {
    this.buffer = buffer;
    this.array = array;
  }

  /** Position in the array of the buffer's first element. */
  int begin(Frame frame) {
    return 0;
  }

  /** Notes a read and says what is wrong with it. */
  abstract Fault noteRead(int position, Frame frame);

  /** Notes a write and says what is wrong with it. */
  abstract Fault noteWrite(int position, Frame frame);

  /** What an access can violate. */
  enum Fault {
    NONE("no fault"),
    UNWRITTEN("read of an element that nothing has written"),
    WRITE_WRITE("two parallel chunks write this element"),
    READ_WRITE("one parallel chunk reads this element and another writes it"),
    SHARED_WRITE_WRITE("two threads write this element without a barrier between"),
    SHARED_READ_WRITE(
        "one thread reads this element and another writes it without a barrier between");

    final String text;

    Fault(String text) {
      this.text = text;
    }
  }
}
