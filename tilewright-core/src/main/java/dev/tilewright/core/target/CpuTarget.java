package dev.tilewright.core.target;

import java.util.SortedSet;

/**
 * A CPU.
 *
 * @param triple LLVM target triple
 * @param mcpu LLVM processor name, such as {@code znver4}
 * @param features LLVM feature strings, such as {@code +avx512f}
 * @param vectorBits width of the widest vector register in bits
 * @param vectorRegisters number of them
 * @param threads threads that a program may use
 * @param l1Bytes data cache of one core
 * @param l2Bytes second-level cache of one core
 * @param l3Bytes last-level cache, shared
 */
public record CpuTarget(
    String triple,
    String mcpu,
    SortedSet<String> features,
    int vectorBits,
    int vectorRegisters,
    int threads,
    long l1Bytes,
    long l2Bytes,
    long l3Bytes)
    implements Target {
  public CpuTarget {
    features = java.util.Collections.unmodifiableSortedSet(new java.util.TreeSet<>(features));
  }

  /** Lanes of one vector register for elements of the given width. */
  public int lanes(int elementBits) {
    return Math.max(1, vectorBits / elementBits);
  }

  @Override
  public String text() {
    return "cpu:mcpu=" + mcpu;
  }
}
