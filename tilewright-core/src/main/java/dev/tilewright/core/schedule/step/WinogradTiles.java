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
import java.util.List;

/**
 * The operations that compute a 3×3 convolution by Winograd's minimal filtering: tiles of m×m
 * results are numbered {@code p = (n * rows + y / m) * columns + x / m}, the (m + 2)² elements of a
 * transformed tile {@code xi}.
 */
final class WinogradTiles {
  private final Convolution3x3 convolution;
  private final WinogradMatrices matrices;
  private final int m;
  private final int alpha;
  private final long rows;
  private final long columns;
  private final DType dtype;

  WinogradTiles(Convolution3x3 convolution, int tile) {
    this.convolution = convolution;
    this.matrices = WinogradMatrices.of(tile);
    this.m = tile;
    this.alpha = matrices.alpha();
    this.rows = Math.ceilDiv(axis(1).extent(), tile);
    this.columns = Math.ceilDiv(axis(2).extent(), tile);
    this.dtype = convolution.op().outputs().getFirst().dtype();
  }

  /** True if tiles reach beyond the data, so that it has to be padded first. */
  boolean exceedsData() {
    Shape data = convolution.data().shape();
    return rows * m + 2 > data.extent(1) || columns * m + 2 > data.extent(2);
  }

  /** The data with zeros where tiles reach beyond it. */
  Compute padded(String name) {
    Buffer data = convolution.data();
    Shape shape =
        Shape.of(data.shape().extent(0), rows * m + 2, columns * m + 2, convolution.channels());
    List<Var> axes =
        List.of(
            new Var("n", shape.extent(0)),
            new Var("y", shape.extent(1)),
            new Var("x", shape.extent(2)),
            new Var("c", shape.extent(3)));
    Index y = Index.of(axes.get(1));
    Index x = Index.of(axes.get(2));
    Expr inside =
        Expr.and(
            Expr.lt(y, Index.of(data.shape().extent(1))),
            Expr.lt(x, Index.of(data.shape().extent(2))));
    Expr value =
        Expr.select(
            inside, new Expr.Load(data, Index.refs(axes)), Expr.constant(0.0, data.dtype()));
    return pointwise(new Buffer(name, data.dtype(), shape), axes, value);
  }

  /** Element xi of Bᵀ·d·B for every tile d of the data and channel. */
  Compute data(String name, Buffer source) {
    Shape shape = Shape.of((long) alpha * alpha, tiles(), convolution.channels());
    List<Var> axes =
        List.of(
            new Var("xi", shape.extent(0)),
            new Var("p", shape.extent(1)),
            new Var("c", shape.extent(2)));
    Index xi = Index.of(axes.get(0));
    Index p = Index.of(axes.get(1));
    Index top = p.floorDiv(columns).floorMod(rows).times(m);
    Index left = p.floorMod(columns).times(m);
    Index image = p.floorDiv(rows * columns);
    Expr value =
        MatrixProduct.element(
            matrices.input(),
            xi.floorDiv(alpha),
            i ->
                MatrixProduct.element(
                    matrices.input(),
                    xi.floorMod(alpha),
                    j ->
                        Expr.cast(
                            new Expr.Load(
                                source,
                                List.of(image, top.plus(i), left.plus(j), Index.of(axes.get(2)))),
                            dtype),
                    dtype),
            dtype);
    return pointwise(new Buffer(name, dtype, shape), axes, value);
  }

  /** The sums over channels of transformed data times transformed kernels. */
  Compute product(String name, Buffer data, Buffer kernel) {
    Shape shape = Shape.of((long) alpha * alpha, tiles(), axis(3).extent());
    List<Var> axes =
        List.of(
            new Var("xi", shape.extent(0)),
            new Var("p", shape.extent(1)),
            new Var("f", shape.extent(2)));
    Var channel = new Var("c", convolution.channels());
    Index xi = Index.of(axes.get(0));
    Index c = Index.of(channel);
    Expr value =
        Expr.mul(
            new Expr.Load(data, List.of(xi, Index.of(axes.get(1)), c)),
            new Expr.Load(kernel, List.of(xi, c, Index.of(axes.get(2)))));
    return new Compute(
        List.of(new Buffer(name, dtype, shape)),
        axes,
        new Compute.Reduction(Combiner.sum(dtype), List.of(channel), List.of(value)));
  }

  /** The results: Aᵀ·M·A for the (m + 2)² products M of a tile. */
  Compute results(Buffer products) {
    Compute op = convolution.op();
    Index y = Index.of(axis(1));
    Index x = Index.of(axis(2));
    Index p = Index.of(axis(0)).times(rows).plus(y.floorDiv(m)).times(columns).plus(x.floorDiv(m));
    Expr value =
        MatrixProduct.element(
            matrices.output(),
            y.floorMod(m),
            a ->
                MatrixProduct.element(
                    matrices.output(),
                    x.floorMod(m),
                    b ->
                        new Expr.Load(
                            products,
                            List.of(Index.of((long) a * alpha + b), p, Index.of(axis(3)))),
                    dtype),
            dtype);
    return pointwise(op.outputs().getFirst(), op.axes(), value);
  }

  private long tiles() {
    return axis(0).extent() * rows * columns;
  }

  private Var axis(int number) {
    return convolution.op().axes().get(number);
  }

  private static Compute pointwise(Buffer output, List<Var> axes, Expr value) {
    return new Compute(List.of(output), axes, new Compute.Pointwise(List.of(value)));
  }
}
