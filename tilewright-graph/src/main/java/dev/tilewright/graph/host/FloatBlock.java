package dev.tilewright.graph.host;

import dev.tilewright.base.InternalException;
import dev.tilewright.graph.ops.BinaryFunction;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Arithmetic on blocks of float32 elements. */
final class FloatBlock implements ArithmeticBlock {
  private static final ValueLayout.OfFloat LAYOUT = ValueLayout.JAVA_FLOAT_UNALIGNED;

  private final BinaryFunction function;
  private final float[] left = new float[SIZE];
  private final float[] right = new float[SIZE];

  FloatBlock(BinaryFunction function) {
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
    MemorySegment.copy(left, 0, to, LAYOUT, first * Float.BYTES, count);
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
          left[i] = left[i] / right[i];
        }
      }
      default -> throw new InternalException("block arithmetic: no loop for " + function);
    }
  }

  private static void load(MemorySegment from, long first, boolean same, float[] to, int count) {
    if (same) {
      Arrays.fill(to, 0, count, from.get(LAYOUT, first * Float.BYTES));
    } else {
      MemorySegment.copy(from, LAYOUT, first * Float.BYTES, to, 0, count);
    }
  }
}
