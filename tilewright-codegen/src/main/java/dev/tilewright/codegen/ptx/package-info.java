/** Writes kernels for NVIDIA GPUs as LLVM IR. */
package dev.tilewright.codegen.ptx;
