package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Index;
import java.util.List;

/** The place of one read or write in a program: finds the element and checks the access. */
final class ElementAccess {
  private final Memory memory;
  private final IntCode[] indices;
  private final long[] extents;
  private final long[] strides;
  private final Scope.Site site;

  ElementAccess(Memory memory, List<Index> indices, ExprCompiler compiler, Scope scope) {
    this.memory = memory;
    this.indices = indices.stream().map(compiler::index).toArray(IntCode[]::new);
    this.extents = memory.buffer.shape().toArray();
    this.strides = memory.buffer.shape().strides();
    this.site = scope.site();
  }

  /** The position in the array to read. */
  int read(Frame frame) {
    int position = position(frame);
    Memory.Fault fault = memory.noteRead(position, frame);
    if (fault != Memory.Fault.NONE) {
      throw fault(fault.text, frame);
    }
    return position;
  }

  /** The position in the array to write. */
  int write(Frame frame) {
    int position = position(frame);
    Memory.Fault fault = memory.noteWrite(position, frame);
    if (fault != Memory.Fault.NONE) {
      throw fault(fault.text, frame);
    }
    return position;
  }

  HostArray array() {
    return memory.array;
  }

  private int position(Frame frame) {
    long position = memory.begin(frame);
    for (int axis = 0; axis < indices.length; axis++) {
      long index = indices[axis].eval(frame);
      if (index < 0 || index >= extents[axis]) {
        throw fault("access out of bounds", frame);
      }
      position += index * strides[axis];
    }
    return (int) position;
  }

  private ProgramFaultException fault(String what, Frame frame) {
    long[] index = new long[indices.length];
    for (int axis = 0; axis < indices.length; axis++) {
      index[axis] = indices[axis].eval(frame);
    }
    return site.fault(what, memory.buffer, index, frame);
  }
}
