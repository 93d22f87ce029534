package dev.tilewright.graph.host;

import dev.tilewright.graph.ops.BinaryFunction;
import java.lang.foreign.MemorySegment;

/**
 * Arithmetic on blocks of elements that fit the cache: they are copied to arrays and back, since
 * plain loops over arrays are what the JVM turns into vector code.
 */
interface ArithmeticBlock {
  /** Largest number of elements. */
  int SIZE = 4096;

  static boolean supports(BinaryFunction function) {
    return switch (function) {
      case ADD, SUB, MUL, DIV -> true;
      default -> false;
    };
  }

  /**
   * @param same whether one element is taken so many times
   */
  void loadLeft(MemorySegment from, long first, boolean same, int count);

  /** As {@link #loadLeft}. */
  void loadRight(MemorySegment from, long first, boolean same, int count);

  /** Computes the result in place of the left operand. */
  void apply(int count);

  void store(MemorySegment to, long first, int count);
}
