package dev.tilewright.core.schedule.step;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.WinogradMatrices;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;

/**
 * The operations that compute a 3×3 convolution by Winograd's minimal filtering. A tile of m×m
 * results is known by image, row and column of tiles, {@code (n, r, s)}; alpha = m + 2. Both
 * transforms are applied in one dimension after the other, which takes far fewer terms than both at
 * once.
 */
final class WinogradTiles {
  private final Convolution3x3 convolution;
  private final MatrixProduct input;
  private final MatrixProduct output;
  private final int m;
  private final int alpha;
  private final long images;
  private final long rows;
  private final long columns;
  private final DType dtype;

  WinogradTiles(Convolution3x3 convolution, int tile) {
    this.convolution = convolution;
    this.m = tile;
    this.alpha = tile + 2;
    this.images = axis(0).extent();
    this.rows = Math.ceilDiv(axis(1).extent(), tile);
    this.columns = Math.ceilDiv(axis(2).extent(), tile);
    this.dtype = convolution.op().outputs().getFirst().dtype();
    WinogradMatrices matrices = WinogradMatrices.of(tile);
    this.input = new MatrixProduct(matrices.input(), evenAndOdd(alpha), dtype);
    this.output = new MatrixProduct(matrices.output(), opposites(alpha), dtype);
  }

  /** The interpolation points x and -x give rows that differ in the signs of odd columns only. */
  private static List<List<Integer>> evenAndOdd(int columns) {
    List<List<Integer>> parts = List.of(new ArrayList<>(), new ArrayList<>());
    for (int column = 0; column < columns; column++) {
      parts.get(column % 2).add(column);
    }
    return parts;
  }

  /** Columns of 0, of each x and -x, and of infinity. */
  private static List<List<Integer>> opposites(int columns) {
    List<List<Integer>> parts = new ArrayList<>();
    parts.add(List.of(0));
    for (int column = 1; column < columns - 1; column += 2) {
      parts.add(List.of(column, column + 1));
    }
    parts.add(List.of(columns - 1));
    return parts;
  }

  /** True if tiles reach beyond the data, so that it has to be padded first. */
  boolean exceedsData() {
    Shape data = convolution.data().shape();
    return rows * m + 2 > data.extent(1) || columns * m + 2 > data.extent(2);
  }

  /** The data with zeros where tiles reach beyond it. */
  Compute padded(String name) {
    Buffer data = convolution.data();
    Shape shape = Shape.of(images, rows * m + 2, columns * m + 2, convolution.channels());
    List<Var> axes = axes(List.of("n", "y", "x", "c"), shape);
    Expr inside =
        Expr.and(
            Expr.lt(Index.of(axes.get(1)), Index.of(data.shape().extent(1))),
            Expr.lt(Index.of(axes.get(2)), Index.of(data.shape().extent(2))));
    Expr value =
        Expr.select(
            inside, new Expr.Load(data, Index.refs(axes)), Expr.constant(0.0, data.dtype()));
    return pointwise(new Buffer(name, data.dtype(), shape), axes, value);
  }

  /** Row a of Bᵀ·d, column j, for every tile d of the data and channel. */
  Compute dataRows(String name, Buffer source) {
    Shape shape = Shape.of(alpha, images, rows, columns, alpha, convolution.channels());
    List<Var> axes = axes(List.of("a", "n", "r", "s", "j", "c"), shape);
    List<Index> at = Index.refs(axes);
    Index top = at.get(2).times(m);
    Index left = at.get(3).times(m).plus(at.get(4));
    Expr value =
        input.element(
            at.get(0),
            i -> {
              List<Index> place = List.of(at.get(1), top.plus(i), left, at.get(5));
              return Expr.cast(new Expr.Load(source, place), dtype);
            });
    return pointwise(new Buffer(name, dtype, shape), axes, value);
  }

  /** Element xi = a * alpha + b of (Bᵀ·d)·B, given the rows Bᵀ·d. */
  Compute data(String name, Buffer dataRows) {
    Shape shape = Shape.of((long) alpha * alpha, images, rows, columns, convolution.channels());
    List<Var> axes = axes(List.of("xi", "n", "r", "s", "c"), shape);
    List<Index> at = Index.refs(axes);
    Index a = at.get(0).floorDiv(alpha);
    Index b = at.get(0).floorMod(alpha);
    Expr value =
        input.element(
            b,
            j ->
                new Expr.Load(
                    dataRows, List.of(a, at.get(1), at.get(2), at.get(3), Index.of(j), at.get(4))));
    return pointwise(new Buffer(name, dtype, shape), axes, value);
  }

  /** The sums over channels of transformed data times transformed kernels. */
  Compute product(String name, Buffer data, Buffer kernel) {
    Shape shape = Shape.of((long) alpha * alpha, images, rows, columns, axis(3).extent());
    List<Var> axes = axes(List.of("xi", "n", "r", "s", "f"), shape);
    List<Index> at = Index.refs(axes);
    Var channel = new Var("c", convolution.channels());
    Index c = Index.of(channel);
    Expr value =
        Expr.mul(
            new Expr.Load(data, List.of(at.get(0), at.get(1), at.get(2), at.get(3), c)),
            new Expr.Load(kernel, List.of(at.get(0), c, at.get(4))));
    return new Compute(
        List.of(new Buffer(name, dtype, shape)),
        axes,
        new Compute.Reduction(Combiner.sum(dtype), List.of(channel), List.of(value)));
  }

  /** Row u of Aᵀ·M, column b, for the alpha² products M of every tile and output channel. */
  Compute resultRows(String name, Buffer products) {
    Shape shape = Shape.of(m, images, rows, columns, alpha, axis(3).extent());
    List<Var> axes = axes(List.of("u", "n", "r", "s", "b", "f"), shape);
    List<Index> at = Index.refs(axes);
    Expr value =
        output.element(
            at.get(0),
            a -> {
              Index xi = at.get(4).plus((long) a * alpha);
              return new Expr.Load(
                  products, List.of(xi, at.get(1), at.get(2), at.get(3), at.get(5)));
            });
    return pointwise(new Buffer(name, dtype, shape), axes, value);
  }

  /** The results: (Aᵀ·M)·A, given the rows Aᵀ·M. */
  Compute results(Buffer resultRows) {
    Compute op = convolution.op();
    Index n = Index.of(axis(0));
    Index y = Index.of(axis(1));
    Index x = Index.of(axis(2));
    Index f = Index.of(axis(3));
    Expr value =
        output.element(
            x.floorMod(m),
            b ->
                new Expr.Load(
                    resultRows,
                    List.of(y.floorMod(m), n, y.floorDiv(m), x.floorDiv(m), Index.of(b), f)));
    return pointwise(op.outputs().getFirst(), op.axes(), value);
  }

  private Var axis(int number) {
    return convolution.op().axes().get(number);
  }

  private static List<Var> axes(List<String> names, Shape shape) {
    List<Var> axes = new ArrayList<>();
    for (int axis = 0; axis < names.size(); axis++) {
      axes.add(new Var(names.get(axis), shape.extent(axis)));
    }
    return axes;
  }

  private static Compute pointwise(Buffer output, List<Var> axes, Expr value) {
    return new Compute(List.of(output), axes, new Compute.Pointwise(List.of(value)));
  }
}
