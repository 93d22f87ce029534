package dev.tilewright.codegen;

import java.util.Set;

/**
 * The vector registers of a processor.
 *
 * @param bits width of the widest
 * @param registers number of them
 */
record VectorUnit(int bits, int registers) {
  /** By architecture and LLVM feature names such as {@code +avx2}. */
  static VectorUnit of(String triple, Set<String> features) {
    if (!triple.startsWith("x86_64")) {
      return new VectorUnit(128, 32);
    }
    if (features.contains("+avx512f")) {
      return new VectorUnit(512, 32);
    }
    return new VectorUnit(features.contains("+avx2") ? 256 : 128, 16);
  }
}
