package dev.tilewright.codegen.llvm;

import dev.tilewright.base.InternalException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A module of IR with the context that owns its types. For one thread at a time. */
public final class LlvmModule implements AutoCloseable {
  private final LlvmBindings bindings;
  private final String name;
  private final List<String> diagnostics;
  private final Arena arena;
  private final MemorySegment context;
  private final MemorySegment handle;

  private LlvmModule(LlvmBindings bindings, String name, String text) {
    this.bindings = bindings;
    this.name = name;
    this.diagnostics = new ArrayList<>();
    this.arena = Arena.ofConfined();
    this.context = bindings.createContext(bindings.diagnosticHandler(diagnostics::add, arena));
    try {
      this.handle = bindings.parseIr(context, text, name);
    } catch (RuntimeException notParsed) {
      bindings.disposeContext(context);
      arena.close();
      throw notParsed;
    }
  }

  static LlvmModule parse(LlvmBindings bindings, String text, String name) {
    return new LlvmModule(bindings, name, text);
  }

  /**
   * Checks that the module is well-formed.
   *
   * @throws InternalException with LLVM's message if it is not
   */
  public void verify() {
    bindings
        .verify(handle)
        .ifPresent(
            message -> {
              throw new InternalException(
                  "LLVM: the IR of %s is not valid: %s".formatted(name, message));
            });
  }

  /**
   * Makes the module one for the machine and runs a pass pipeline over it.
   *
   * @param pipeline in the notation of LLVM's {@code opt -passes}
   */
  public void optimize(String pipeline, TargetMachine machine) {
    bindings.setTarget(handle, machine.triple(), machine.handle());
    bindings
        .runPasses(handle, pipeline, machine.handle())
        .ifPresent(
            message -> {
              throw new InternalException(
                  "LLVM: the passes %s on %s: %s".formatted(pipeline, name, message));
            });
    requireNoDiagnostics();
  }

  /** The module as IR text. */
  public String text() {
    return bindings.print(handle);
  }

  /** Object code, in the format of the machine's system. Changes the module, so call it last. */
  public byte[] object(TargetMachine machine) {
    return emit(machine, LlvmBindings.FileType.OBJECT);
  }

  /** Assembly text as bytes. Changes the module, so call it last. */
  public byte[] assembly(TargetMachine machine) {
    return emit(machine, LlvmBindings.FileType.ASSEMBLY);
  }

  private byte[] emit(TargetMachine machine, LlvmBindings.FileType type) {
    byte[] code = bindings.emit(handle, machine.handle(), type, name);
    requireNoDiagnostics();
    return code;
  }

  private void requireNoDiagnostics() {
    if (!diagnostics.isEmpty()) {
      throw new InternalException(
          "LLVM: no code for %s: %s".formatted(name, String.join(" | ", diagnostics)));
    }
  }

  @Override
  public void close() {
    bindings.disposeModule(handle);
    bindings.disposeContext(context);
    arena.close();
  }
}
