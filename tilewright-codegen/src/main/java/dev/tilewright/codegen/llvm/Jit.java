package dev.tilewright.codegen.llvm;

import dev.tilewright.base.InternalException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Object code linked into this process. Closing it frees the code. */
public final class Jit implements AutoCloseable {
  private final LlvmBindings bindings;
  private final MemorySegment handle;
  private final Arena arena = Arena.ofShared();
  private final List<String> errors = Collections.synchronizedList(new ArrayList<>());

  Jit(LlvmBindings bindings, MemorySegment handle) {
    this.bindings = bindings;
    this.handle = handle;
    bindings.collectErrors(handle, errors::add, arena);
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
    try {
      return bindings.lookup(handle, symbol);
    } catch (InternalException notLinked) {
      String causes = String.join(" | ", errors);
      throw new InternalException("%s (%s)".formatted(notLinked.getMessage(), causes), notLinked);
    }
  }

  @Override
  public void close() {
    bindings.disposeJit(handle);
    arena.close();
  }
}
