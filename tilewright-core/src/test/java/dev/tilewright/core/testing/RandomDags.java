package dev.tilewright.core.testing;

import dev.tilewright.core.te.ComputeDag;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Small compute DAGs of all the shapes that schedules meet, with random extents. */
public final class RandomDags {
  /** A family of DAGs. */
  public record Family(String name, Function<Random, ComputeDag> next) {}

  public static final List<Family> FAMILIES =
      List.of(
          new Family("pointwise chain", PointwiseDags::chain),
          new Family("diamond", PointwiseDags::diamond),
          new Family("halo", PointwiseDags::halo),
          new Family("concatenation", PointwiseDags::concatenation),
          new Family("gather and reverse", PointwiseDags::gather),
          new Family("select to uint8 (W3)", PointwiseDags::selectToByte),
          new Family("matmul with bias", ReductionDags::matmul),
          new Family("batch matmul of one tensor (W10)", ReductionDags::batchMatmul),
          new Family("row reduction (W1)", ReductionDags::rows),
          new Family("argmax (W1)", ReductionDags::argmax),
          new Family("softmax", ReductionDags::softmax),
          new Family("flatten and reduce (W7)", ReductionDags::flattenReduce),
          new Family("partly used reduction (W13)", ReductionDags::partlyUsed),
          new Family("convolution (W5, W11, W12)", WindowDags::convolution),
          new Family("pooling", WindowDags::pooling),
          new Family("transposed convolution (W19)", WindowDags::transposedConvolution));

  private RandomDags() {}

  public static ComputeDag next(Random random) {
    return FAMILIES.get(random.nextInt(FAMILIES.size())).next().apply(random);
  }

  /** An extent from 1 to {@code max}, 1 more often than the others. */
  static long extent(Random random, int max) {
    return random.nextInt(6) == 0 ? 1 : random.nextInt(1, max + 1);
  }

  static <T> T pick(Random random, List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
