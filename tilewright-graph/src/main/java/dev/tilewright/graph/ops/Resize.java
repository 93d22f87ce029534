package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The input resampled to another size.
 *
 * @param sizes extents of the result, one a dimension
 * @param scales result size by input size, one a dimension; differs from the quotient of the
 *     extents where that was rounded
 * @param mapping how positions of the result map to positions of the input
 * @param sampling what is taken at a position between elements
 */
public record Resize(List<Long> sizes, List<Double> scales, Mapping mapping, Sampling sampling)
    implements Operator {
  private static final long LARGEST_DENOMINATOR = 1 << 16;

  /** How positions of the result map to positions of the input. */
  public enum Mapping {
    /** Elements are squares: {@code (i + 1/2) / scale - 1/2}. */
    HALF_PIXEL,
    /** As {@code HALF_PIXEL}, but 0 where the result has one element. */
    PYTORCH_HALF_PIXEL,
    /** {@code i / scale}. */
    ASYMMETRIC,
    /** The first on the first and the last on the last. */
    ALIGN_CORNERS;

    /** The mapping of an ONNX name; empty if there is none. */
    public static Optional<Mapping> find(String name) {
      return Arrays.stream(values())
          .filter(mapping -> mapping.name().equalsIgnoreCase(name))
          .findFirst();
    }
  }

  /** What is taken at a position between elements. */
  public enum Sampling {
    /** The nearest element, the lower one of two (ONNX {@code round_prefer_floor}). */
    NEAREST_DOWN,
    /** The nearest element, the higher one of two (ONNX {@code round_prefer_ceil}). */
    NEAREST_UP,
    /** The next lower element. */
    FLOOR,
    /** The next higher element. */
    CEIL,
    /** The linear interpolation of the neighbours along each dimension. */
    LINEAR
  }

  public Resize {
    sizes = List.copyOf(sizes);
    scales = List.copyOf(scales);
  }

  /** The resize to given extents. */
  public static Resize toSizes(Shape input, List<Long> sizes, Mapping mapping, Sampling sampling) {
    List<Double> scales =
        IntStream.range(0, sizes.size())
            .mapToObj(d -> (double) sizes.get(d) / input.extent(d))
            .toList();
    return new Resize(sizes, scales, mapping, sampling);
  }

  /** The resize by given factors; extents are rounded down. */
  public static Resize byScales(
      Shape input, List<Double> scales, Mapping mapping, Sampling sampling) {
    List<Long> sizes =
        IntStream.range(0, scales.size())
            .mapToObj(d -> (long) Math.floor(input.extent(d) * scales.get(d)))
            .toList();
    return new Resize(sizes, scales, mapping, sampling);
  }

  @Override
  public String name() {
    return "resize";
  }

  @Override
  public String stageName() {
    return "resize";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireRank(0, sizes.size());
    operands.requireRank(0, scales.size());
    operands.require(
        sampling != Sampling.LINEAR || operands.dtype().isFloat(),
        "no interpolation of %s",
        operands.dtype());
    for (int d = 0; d < sizes.size(); d++) {
      operands.require(
          sizes.get(d) > 0 && operands.get(0).extent(d) > 0, "axis %d has no elements", d);
    }
    return List.of(new TensorType(operands.dtype(), Shape.of(sizes)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape result = inferTypes(TensorType.of(inputs)).getFirst().shape();
    Buffer input = inputs.getFirst();
    return List.of(te.compute(name, result, i -> element(input, i, i.clone(), 0)));
  }

  /** The element at a position whose dimensions before {@code d} are positions of the input. */
  private Expr element(Buffer input, Index[] result, Index[] source, int d) {
    if (d == result.length) {
      return input.at(source);
    }
    long extent = input.shape().extent(d);
    if (extent == sizes.get(d) && scales.get(d) == 1) {
      return element(input, result, source, d + 1);
    }
    Coordinate coordinate =
        Coordinate.of(mapping, extent, sizes.get(d), scale(scales.get(d), extent, sizes.get(d)));
    Index i = result[d];
    return switch (sampling) {
      case NEAREST_DOWN -> at(input, result, source, d, coordinate.roundHalfDown(i));
      case NEAREST_UP -> at(input, result, source, d, coordinate.roundHalfUp(i));
      case FLOOR -> at(input, result, source, d, coordinate.floor(i));
      case CEIL -> at(input, result, source, d, coordinate.ceil(i));
      case LINEAR -> {
        Expr low = at(input, result, source, d, coordinate.floor(i));
        Expr high = at(input, result, source, d, coordinate.floor(i).plus(1));
        Expr weight =
            Expr.div(
                new Expr.FromIndex(coordinate.remainder(i), input.dtype()),
                Expr.constant(coordinate.denominator(), input.dtype()));
        yield Expr.add(low, Expr.mul(Expr.sub(high, low), weight));
      }
    };
  }

  /** The element with dimension {@code d} at a position, moved to the input's ends. */
  private Expr at(Buffer input, Index[] result, Index[] source, int d, Index position) {
    Index[] next = source.clone();
    Index last = Index.of(input.shape().extent(d) - 1);
    next[d] = Index.min(Index.max(position, Index.ZERO), last);
    return element(input, result, next, d + 1);
  }

  /**
   * A scale as a fraction: the quotient of the extents if it is that, else the first continued
   * fraction that is as near as the rounding of a float32.
   */
  private static long[] scale(double scale, long input, long result) {
    if (Math.abs(scale * input - result) < 1e-6 * result) {
      return new long[] {result, input};
    }
    long[] previous = {1, 0};
    long[] current = {(long) Math.floor(scale), 1};
    double rest = scale - Math.floor(scale);
    while (Math.abs((double) current[0] / current[1] - scale) > 1e-7 * scale
        && current[1] < LARGEST_DENOMINATOR) {
      double inverse = 1 / rest;
      long digit = (long) Math.floor(inverse);
      long[] next = {
        digit * current[0] + previous[0], digit * current[1] + previous[1],
      };
      previous = current;
      current = next;
      rest = inverse - digit;
    }
    return current;
  }
}
