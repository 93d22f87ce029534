package dev.tilewright.graph.host;

import dev.tilewright.base.InternalException;
import dev.tilewright.graph.ops.BinaryFunction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Arithmetic on blocks of int64 elements; division by zero gives zero, as in kernels. */
final class LongBlock implements ArithmeticBlock {
  private static final ValueLayout.OfLong LAYOUT = ValueLayout.JAVA_LONG_UNALIGNED;

  private final BinaryFunction function;
  private final long[] left = new long[SIZE];
  private final long[] right = new long[SIZE];

  LongBlock(BinaryFunction function) {
    this.function = function;
  }

  @Override
  public void loadLeft(MemorySegment from, long first, boolean same, int count) {
    load(from, first, same, left, count);
  }

  @Override
  public void loadRight(MemorySegment from, long first, boolean same, int count) {
    load(from, first, same, right, count);
  }

  @Override
  public void store(MemorySegment to, long first, int count) {
    MemorySegment.copy(left, 0, to, LAYOUT, first * Long.BYTES, count);
  }

  @Override
  public void apply(int count) {
    switch (function) {
      case ADD -> {
        for (int i = 0; i < count; i++) {
          left[i] += right[i];
        }
      }
      case SUB -> {
        for (int i = 0; i < count; i++) {
          left[i] -= right[i];
        }
      }
      case MUL -> {
        for (int i = 0; i < count; i++) {
          left[i] *= right[i];
        }
      }
      case DIV -> {
        for (int i = 0; i < count; i++) {
          left[i] = right[i] == 0 ? 0 : left[i] / right[i];
        }
      }
      default -> throw new InternalException("block arithmetic: no loop for " + function);
    }
  }

  private static void load(MemorySegment from, long first, boolean same, long[] to, int count) {
    if (same) {
      Arrays.fill(to, 0, count, from.get(LAYOUT, first * Long.BYTES));
    } else {
      MemorySegment.copy(from, LAYOUT, first * Long.BYTES, to, 0, count);
    }
  }
}
