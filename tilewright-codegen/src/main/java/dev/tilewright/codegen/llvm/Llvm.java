package dev.tilewright.codegen.llvm;

import java.nio.file.Path;

/** A loaded LLVM library. Safe for use by several threads at once; what it makes is not. */
public final class Llvm {
  private final LlvmBindings bindings;

  private Llvm(LlvmBindings bindings) {
    this.bindings = bindings;
  }

  /**
   * Loads the library at a path, which must be absolute.
   *
   * @throws dev.tilewright.base.EnvironmentException if it is not a loadable LLVM with the C API of
   *     version 17 or later
   */
  public static Llvm load(Path library) {
    return new Llvm(new LlvmBindings(library));
  }

  /** The library's version, for example {@code 20.1.7}. */
  public String version() {
    return bindings.version();
  }

  /** LLVM's name of the processor that this process runs on, for example {@code znver4}. */
  public String hostCpuName() {
    return bindings.hostCpuName();
  }

  /** Comma-separated {@code +feature} and {@code -feature} of the processor. */
  public String hostCpuFeatures() {
    return bindings.hostCpuFeatures();
  }

  /** The triple of this process, for example {@code x86_64-unknown-linux-gnu}. */
  public String hostTriple() {
    return bindings.defaultTriple();
  }

  /**
   * A code generator, to be closed.
   *
   * @param features comma-separated
   * @param level how much it does for fast code: 0 to 3
   */
  public TargetMachine targetMachine(String triple, String cpu, String features, int level) {
    return new TargetMachine(
        bindings, triple, bindings.createTargetMachine(triple, cpu, features, level));
  }

  /**
   * Parses IR text into a module, to be closed.
   *
   * @param name what the module is called in messages
   * @throws dev.tilewright.base.InternalException with LLVM's message if the text is not valid IR
   */
  public LlvmModule parse(String text, String name) {
    return LlvmModule.parse(bindings, text, name);
  }

  /** An empty JIT for this process, to be closed. */
  public Jit jit() {
    return new Jit(bindings, bindings.createJit());
  }
}
