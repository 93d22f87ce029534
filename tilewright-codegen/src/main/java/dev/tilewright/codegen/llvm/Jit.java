package dev.tilewright.codegen.llvm;

import java.lang.foreign.MemorySegment;

/** Object code linked into this process. Closing it frees the code. */
public final class Jit implements AutoCloseable {
  private final LlvmBindings bindings;
  private final MemorySegment handle;

  Jit(LlvmBindings bindings, MemorySegment handle) {
    this.bindings = bindings;
    this.handle = handle;
  }

  /**
   * Adds an object file; it is linked when one of its symbols is looked up.
   *
   * @throws dev.tilewright.base.InternalException with LLVM's message if it cannot be added
   */
  public void add(byte[] object, String name) {
    bindings.addObject(handle, object, name);
  }

  /**
   * The address of a function.
   *
   * @throws dev.tilewright.base.InternalException with LLVM's message if it is not defined or its
   *     object refers to something undefined
   */
  public MemorySegment address(String symbol) {
    return bindings.lookup(handle, symbol);
  }

  @Override
  public void close() {
    bindings.disposeJit(handle);
  }
}
