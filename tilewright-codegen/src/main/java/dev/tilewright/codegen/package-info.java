/**
 * Compiles loop programs to machine code. {@link dev.tilewright.codegen.CpuCompiler} is the entry.
 */
package dev.tilewright.codegen;
