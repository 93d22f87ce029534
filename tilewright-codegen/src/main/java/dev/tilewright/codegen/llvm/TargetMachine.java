package dev.tilewright.codegen.llvm;

import java.lang.foreign.MemorySegment;

/** A code generator for one processor. For one thread at a time. */
public final class TargetMachine implements AutoCloseable {
  private final LlvmBindings bindings;
  private final String triple;
  private final MemorySegment handle;

  TargetMachine(LlvmBindings bindings, String triple, MemorySegment handle) {
    this.bindings = bindings;
    this.triple = triple;
    this.handle = handle;
  }

  String triple() {
    return triple;
  }

  MemorySegment handle() {
    return handle;
  }

  @Override
  public void close() {
    bindings.disposeTargetMachine(handle);
  }
}
