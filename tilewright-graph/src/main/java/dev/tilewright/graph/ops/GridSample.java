package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An image read at given positions: inputs image (batch, channels, spatial dimensions) and grid
 * (batch, spatial dimensions of the result, one coordinate a dimension of the image, the last
 * dimension's first). Coordinates run from -1 to 1 over the image.
 *
 * @param outside what is read outside of the image
 * @param corners whether -1 and 1 are the centres of the first and last elements, else their edges
 */
public record GridSample(Kernel kernel, Outside outside, boolean corners) implements Operator {
  /** The weights of neighbours. */
  public enum Kernel {
    /** The nearest element alone; halves to the even one. */
    NEAREST,
    LINEAR,
    /** Keys' kernel with the coefficient -3/4; for images of two dimensions. */
    CUBIC
  }

  /** What is read outside of the image. */
  public enum Outside {
    ZEROS,
    /** The nearest element. */
    BORDER,
    /** The image mirrored. */
    REFLECTION
  }

  private static final double STEEPNESS = -0.75;

  @Override
  public String name() {
    return "grid_sample";
  }

  @Override
  public String stageName() {
    return "T_grid_sample";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireFloat(1);
    TensorType image = operands.get(0);
    TensorType grid = operands.get(1);
    operands.requireRankAtLeast(0, 3).requireRank(1, image.rank());
    int spatial = image.rank() - 2;
    operands.require(
        grid.extent(0) == image.extent(0) && grid.extent(spatial + 1) == spatial,
        "the grid does not fit; expected the image's batch and %d coordinates",
        spatial);
    operands.require(
        kernel == Kernel.NEAREST || image.dtype().isFloat(),
        "no interpolation of %s",
        image.dtype());
    operands.require(
        kernel != Kernel.CUBIC || spatial <= 2, "a cubic kernel over %d dimensions", spatial);
    long[] extents = grid.shape().toArray();
    System.arraycopy(extents, 1, extents, 2, spatial);
    extents[1] = image.extent(1);
    Shape shape = Shape.of(extents);
    operands.require(
        image.shape().elements() > 0 || shape.elements() == 0, "the image has no elements");
    return List.of(new TensorType(image.dtype(), shape));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer image = inputs.get(0);
    Buffer grid = inputs.get(1);
    Shape result = inferTypes(TensorType.of(inputs)).getFirst().shape();
    int spatial = result.rank() - 2;
    DType type = image.dtype().isFloat() ? Accumulation.typeFor(image.dtype()) : image.dtype();
    return List.of(
        te.compute(
            name,
            result,
            i -> {
              List<Expr> positions = new ArrayList<>();
              for (int d = 0; d < spatial; d++) {
                Index[] at = new Index[spatial + 2];
                at[0] = i[0];
                System.arraycopy(i, 2, at, 1, spatial);
                at[spatial + 1] = Index.of(spatial - 1 - d);
                DType real = Accumulation.typeFor(grid.dtype());
                positions.add(position(Expr.cast(grid.at(at), real), image.shape().extent(d + 2)));
              }
              Expr value =
                  element(
                      image,
                      type,
                      positions,
                      new Index[] {i[0], i[1]},
                      Expr.constant(1L, DType.BOOL));
              return Expr.cast(value, image.dtype());
            }));
  }

  /** The position in elements that a coordinate means, moved into the image as asked. */
  private Expr position(Expr coordinate, long extent) {
    DType type = coordinate.dtype();
    double factor = (corners ? extent - 1 : extent) / 2.0;
    Expr scaled = Expr.mul(coordinate, Expr.constant(factor, type));
    Expr raw = Expr.add(scaled, Expr.constant((extent - 1) / 2.0, type));
    Expr position = kernel == Kernel.NEAREST ? Expr.call(MathFunction.ROUND, raw) : raw;
    return switch (outside) {
      case ZEROS -> position;
      case BORDER ->
          Expr.min(Expr.max(position, Expr.constant(0L, type)), Expr.constant(extent - 1, type));
      case REFLECTION -> reflected(position, extent);
    };
  }

  /** A position mirrored at the ends until it is inside. */
  private Expr reflected(Expr position, long extent) {
    DType type = position.dtype();
    double low = corners ? 0 : -0.5;
    double length = corners ? extent - 1 : extent;
    if (length == 0) {
      return Expr.constant(0L, type);
    }
    Expr period = Expr.constant(2 * length, type);
    Expr distance = Expr.call(MathFunction.ABS, Expr.sub(position, Expr.constant(low, type)));
    Expr turns = Expr.call(MathFunction.FLOOR, Expr.div(distance, period));
    Expr rest = Expr.sub(distance, Expr.mul(turns, period));
    Expr inside = Expr.min(rest, Expr.sub(period, rest));
    return Expr.add(inside, Expr.constant(low, type));
  }

  /** The weighted sum over the neighbours in the dimensions that have no index yet. */
  private Expr element(
      Buffer image, DType type, List<Expr> positions, Index[] source, Expr inside) {
    int d = source.length - 2;
    if (d == positions.size()) {
      Expr value = Expr.cast(image.at(source), type);
      return outside == Outside.ZEROS ? Expr.select(inside, value, Expr.constant(0L, type)) : value;
    }
    long extent = image.shape().extent(source.length);
    Expr position = positions.get(d);
    if (kernel == Kernel.NEAREST) {
      return tap(image, type, positions, source, inside, place(position, 0), extent);
    }
    Expr floor = Expr.call(MathFunction.FLOOR, position);
    Expr rest = Expr.cast(Expr.sub(position, floor), type);
    Expr sum = Expr.constant(0L, type);
    int first = kernel == Kernel.CUBIC ? -1 : 0;
    int last = kernel == Kernel.CUBIC ? 2 : 1;
    for (int k = first; k <= last; k++) {
      Expr value = tap(image, type, positions, source, inside, place(floor, k), extent);
      Expr term = Expr.mul(weight(k, rest), value);
      sum = k == first ? term : Expr.add(sum, term);
    }
    return sum;
  }

  private static Index place(Expr whole, int offset) {
    return new Index.FromExpr(Expr.cast(whole, DType.INT64)).plus(offset);
  }

  private Expr tap(
      Buffer image,
      DType type,
      List<Expr> positions,
      Index[] source,
      Expr inside,
      Index place,
      long extent) {
    Index[] next = Arrays.copyOf(source, source.length + 1);
    Index mirrored = outside == Outside.REFLECTION ? mirrored(place, extent) : place;
    next[source.length] = Index.min(Index.max(mirrored, Index.ZERO), Index.of(extent - 1));
    return element(image, type, positions, next, Expr.and(inside, Reindex.inside(place, extent)));
  }

  private Index mirrored(Index place, long extent) {
    long period = corners ? 2 * (extent - 1) : 2 * extent;
    if (period == 0) {
      return Index.ZERO;
    }
    Index within = place.floorMod(period);
    return Index.min(within, Index.of(corners ? period : period - 1).minus(within));
  }

  /** The weight of the neighbour {@code k} after the floor of a position with this rest. */
  private Expr weight(int k, Expr rest) {
    DType type = rest.dtype();
    Expr one = Expr.constant(1L, type);
    if (kernel == Kernel.LINEAR) {
      return k == 0 ? Expr.sub(one, rest) : rest;
    }
    // The distance is k - rest for k > 0 and rest - k else.
    Expr x =
        k > 0
            ? Expr.sub(Expr.constant((long) k, type), rest)
            : Expr.sub(rest, Expr.constant((long) k, type));
    Expr a = Expr.constant(STEEPNESS, type);
    if (k == 0 || k == 1) {
      Expr inner =
          Expr.sub(
              Expr.mul(Expr.constant(STEEPNESS + 2, type), x), Expr.constant(STEEPNESS + 3, type));
      return Expr.add(Expr.mul(Expr.mul(inner, x), x), one);
    }
    Expr inner = Expr.sub(Expr.mul(a, x), Expr.constant(5 * STEEPNESS, type));
    Expr outer = Expr.add(Expr.mul(inner, x), Expr.constant(8 * STEEPNESS, type));
    return Expr.sub(Expr.mul(outer, x), Expr.constant(4 * STEEPNESS, type));
  }
}
