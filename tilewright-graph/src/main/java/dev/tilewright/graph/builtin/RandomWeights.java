package dev.tilewright.graph.builtin;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reproducible random weights. Element {@code i} of tensor {@code t} is a hash of the seed, {@code
 * t} and {@code i} (the finaliser of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom
 * number generators", 2014), so that a weight does not depend on the order in which its tensor is
 * stored.
 */
final class RandomWeights {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
  private static final double UNIT = 0x1.0p-53;

  private final long seed;
  private long tensors;

  RandomWeights(long seed) {
    this.seed = seed;
  }

  /**
   * Values evenly distributed in {@code [low, high)}.
   *
   * @param shape the shape of which element {@code i} in row-major order gets random value {@code
   *     i}
   * @param order the dimensions of {@code shape} in the order in which they are stored
   */
  Tensor uniform(double low, double high, Shape shape, int... order) {
    long stream = mix(seed + ++tensors * GOLDEN_GAMMA);
    long[] strides = shape.strides();
    long[] extents = new long[order.length];
    long[] steps = new long[order.length];
    for (int axis = 0; axis < order.length; axis++) {
      extents[axis] = shape.extent(order[axis]);
      steps[axis] = strides[order[axis]];
    }
    Tensor tensor = Tensor.allocate(DType.FLOAT32, Shape.of(extents));
    new Fill(stream, low, (high - low) * UNIT, extents, steps, tensor.segment()).run();
    return tensor;
  }

  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    long b = (a ^ (a >>> 27)) * 0x94D049BB133111EBL;
    return b ^ (b >>> 31);
  }

  /** One tensor being filled in storage order. */
  private record Fill(
      long stream, double low, double scale, long[] extents, long[] steps, MemorySegment memory) {
    void run() {
      int inner = extents.length - 1;
      long[] position = new long[inner];
      long first = 0;
      for (long at = 0; at * Float.BYTES < memory.byteSize(); at += extents[inner]) {
        fillRow(at, first, extents[inner], steps[inner]);
        for (int axis = inner - 1; axis >= 0; axis--) {
          first += steps[axis];
          if (++position[axis] < extents[axis]) {
            break;
          }
          first -= position[axis] * steps[axis];
          position[axis] = 0;
        }
      }
    }

    private void fillRow(long at, long first, long count, long step) {
      for (long i = 0; i < count; i++) {
        long hash = mix(stream + (first + i * step) * GOLDEN_GAMMA);
        float value = (float) (low + (hash >>> 11) * scale);
        memory.setAtIndex(ValueLayout.JAVA_FLOAT, at + i, value);
      }
    }
  }
}
