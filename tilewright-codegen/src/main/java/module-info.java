/** Kernels to LLVM IR to machine code; LLVM itself is reached through its C API. */
module dev.tilewright.codegen {
  requires transitive dev.tilewright.core;

  exports dev.tilewright.codegen;
  exports dev.tilewright.codegen.gpu;
}
