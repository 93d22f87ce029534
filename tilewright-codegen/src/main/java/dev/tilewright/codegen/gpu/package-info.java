/** Kernels for NVIDIA GPUs: what is compiled and how it is launched. */
package dev.tilewright.codegen.gpu;
