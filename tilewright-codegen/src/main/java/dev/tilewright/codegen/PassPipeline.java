package dev.tilewright.codegen;

/** What LLVM does with the IR before it generates code. */
final class PassPipeline {
  static final String TEXT = "default<O2>";

  private PassPipeline() {}
}
