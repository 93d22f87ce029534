package dev.tilewright.search.measure;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Seeded values for the inputs of a DAG. Floats are uniform in (-1, 1), integers in -8 to 8, but
 * those used as an index stay inside what they index.
 */
final class RandomInputs {
  private static final long LARGEST_INTEGER = 8;

  /**
   * Whether values are negative too. Some computations, such as a logarithm, need positive ones.
   */
  enum Sign {
    BOTH,
    POSITIVE
  }

  private RandomInputs() {}

  /** One tensor for each input of the DAG. */
  static List<Tensor> of(ComputeDag dag, long seed, Sign sign, Arena arena) {
    Map<Buffer, Long> indexLimits = IndexLimits.of(dag);
    SplittableRandom random = new SplittableRandom(seed);
    List<Tensor> tensors = new ArrayList<>();
    for (Buffer input : dag.inputs()) {
      Tensor tensor = Tensor.allocate(input.dtype(), input.shape(), arena);
      long limit = indexLimits.getOrDefault(input, Long.MAX_VALUE);
      fill(tensor, random.split(), sign, limit);
      tensors.add(tensor);
    }
    return tensors;
  }

  private static void fill(Tensor tensor, SplittableRandom random, Sign sign, long limit) {
    DType dtype = tensor.dtype();
    long elements = tensor.shape().elements();
    float low = sign == Sign.BOTH ? -1 : 0.0625f;
    if (dtype.equals(DType.FLOAT32) && limit == Long.MAX_VALUE) {
      for (long i = 0; i < elements; i++) {
        // 24 random bits are all that a float between 0 and 1 can hold.
        float unit = (random.nextInt() >>> 8) * 0x1p-24f;
        tensor.segment().setAtIndex(ValueLayout.JAVA_FLOAT, i, low + unit * (1 - low));
      }
    } else if (dtype.isFloat() && limit == Long.MAX_VALUE) {
      for (long i = 0; i < elements; i++) {
        tensor.set(i, random.nextDouble(low, 1));
      }
    } else {
      boolean negative =
          sign == Sign.BOTH && dtype.kind() == DType.Kind.INT && limit == Long.MAX_VALUE;
      long most = dtype.isBool() ? 1 : Math.min(LARGEST_INTEGER, limit - 1);
      for (long i = 0; i < elements; i++) {
        tensor.set(i, random.nextLong(negative ? -most : 0, most + 1));
      }
    }
  }
}
