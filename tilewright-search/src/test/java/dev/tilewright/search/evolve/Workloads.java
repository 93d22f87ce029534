package dev.tilewright.search.evolve;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.TreeSet;

/** Compute DAGs and a target that search is tested on. */
public final class Workloads {
  private static final DType F32 = DType.FLOAT32;

  private Workloads() {}

  /** A CPU with 512-bit vectors and two threads. */
  public static CpuTarget cpu() {
    return new CpuTarget(
        "x86_64-unknown-linux-gnu",
        "znver4",
        new TreeSet<>(),
        512,
        32,
        2,
        32 << 10,
        1 << 20,
        32 << 20);
  }

  /** {@code data · weightᵀ + bias}, as a fully connected layer. */
  public static ComputeDag dense(long rows, long depth, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", F32, rows, depth);
    Buffer weight = te.constant("weight", F32, columns, depth);
    Buffer bias = te.constant("bias", F32, columns);
    Buffer dense =
        te.reduce(
            "T_dense",
            List.of("i", "j"),
            Shape.of(rows, columns),
            List.of("k"),
            Shape.of(depth),
            Combiner.sum(F32),
            (i, k) -> Expr.mul(data.at(i[0], k[0]), weight.at(i[1], k[0])));
    return te.build(
        te.compute("T_add", Shape.of(rows, columns), i -> Expr.add(dense.at(i), bias.at(i[1]))));
  }

  /** A plain matrix product of two inputs. */
  public static ComputeDag matmul(long rows, long depth, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("A", F32, rows, depth);
    Buffer b = te.placeholder("B", F32, depth, columns);
    return te.build(
        te.reduce(
            "C",
            List.of("i", "j"),
            Shape.of(rows, columns),
            List.of("k"),
            Shape.of(depth),
            Combiner.sum(F32),
            (i, k) -> Expr.mul(a.at(i[0], k[0]), b.at(k[0], i[1]))));
  }

  /** A padded 3×3 convolution, NHWC, with bias and ReLU. */
  public static ComputeDag conv(long size, long channels, long filters, long stride) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", F32, 1, size, size, channels);
    Buffer weight = te.constant("weight", F32, 3, 3, channels, filters);
    Buffer bias = te.constant("bias", F32, filters);
    Expr zero = Expr.constant(0.0, F32);
    Buffer pad =
        te.compute(
            "pad",
            List.of("n", "h", "w", "c"),
            Shape.of(1, size + 2, size + 2, channels),
            i ->
                Expr.select(
                    Expr.and(inside(i[1], size), inside(i[2], size)),
                    data.at(i[0], i[1].minus(1), i[2].minus(1), i[3]),
                    zero));
    long out = (size - 1) / stride + 1;
    Buffer conv =
        te.reduce(
            "conv",
            List.of("n", "h", "w", "co"),
            Shape.of(1, out, out, filters),
            List.of("kh", "kw", "ci"),
            Shape.of(3, 3, channels),
            Combiner.sum(F32),
            (i, k) ->
                Expr.mul(
                    pad.at(
                        i[0], i[1].times(stride).plus(k[0]), i[2].times(stride).plus(k[1]), k[2]),
                    weight.at(k[0], k[1], k[2], i[3])));
    Buffer add = te.compute("add", conv.shape(), i -> Expr.add(conv.at(i), bias.at(i[3])));
    return te.build(te.compute("relu", conv.shape(), i -> Expr.max(add.at(i), zero)));
  }

  private static Expr inside(Index index, long size) {
    return Expr.and(Expr.ge(index, Index.ONE), Expr.lt(index, Index.of(size + 1)));
  }

  /** Softmax over the last axis. */
  public static ComputeDag softmax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, rows, columns);
    Buffer max =
        te.reduce(
            "max",
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.max(F32),
            (i, k) -> x.at(i[0], k[0]));
    Buffer exp =
        te.compute(
            "exp",
            Shape.of(rows, columns),
            i -> Expr.call(Expr.MathFunction.EXP, Expr.sub(x.at(i), max.at(i[0]))));
    Buffer sum =
        te.reduce(
            "sum",
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.sum(F32),
            (i, k) -> exp.at(i[0], k[0]));
    return te.build(
        te.compute("out", Shape.of(rows, columns), i -> Expr.div(exp.at(i), sum.at(i[0]))));
  }

  /** 2×2 max pooling with stride 2, NHWC. */
  public static ComputeDag maxPool(long size, long channels) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, 1, size, size, channels);
    return te.build(
        te.reduce(
            "pool",
            List.of("n", "h", "w", "c"),
            Shape.of(1, size / 2, size / 2, channels),
            List.of("kh", "kw"),
            Shape.of(2, 2),
            Combiner.max(F32),
            (i, k) -> x.at(i[0], i[1].times(2).plus(k[0]), i[2].times(2).plus(k[1]), i[3])));
  }

  /** The sum of all elements. */
  public static ComputeDag sum(long elements) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, elements);
    return te.build(
        te.reduce(
            "sum",
            List.of(),
            Shape.of(),
            List.of("k"),
            Shape.of(elements),
            Combiner.sum(F32),
            (i, k) -> x.at(k[0])));
  }

  /** A ReLU. */
  public static ComputeDag relu(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, rows, columns);
    Expr zero = Expr.constant(0.0, F32);
    return te.build(te.compute("relu", Shape.of(rows, columns), i -> Expr.max(x.at(i), zero)));
  }

  /** A grouped 3×3 convolution without padding, NHWC. */
  public static ComputeDag groupedConv(long size, long channels, long groups) {
    DagBuilder te = new DagBuilder();
    long inGroup = channels / groups;
    Buffer data = te.placeholder("data", F32, 1, size, size, channels);
    Buffer weight = te.constant("weight", F32, 3, 3, inGroup, channels);
    return te.build(
        te.reduce(
            "conv",
            List.of("n", "h", "w", "co"),
            Shape.of(1, size - 2, size - 2, channels),
            List.of("kh", "kw", "ci"),
            Shape.of(3, 3, inGroup),
            Combiner.sum(F32),
            (i, k) ->
                Expr.mul(
                    data.at(
                        i[0],
                        i[1].plus(k[0]),
                        i[2].plus(k[1]),
                        i[3].floorDiv(inGroup).times(inGroup).plus(k[2])),
                    weight.at(k[0], k[1], k[2], i[3]))));
  }

  /** Index and value of the largest element of each row. */
  public static ComputeDag argmax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, rows, columns);
    List<Buffer> results =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.argmax(DType.INT32, F32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT32), x.at(i[0], k[0])));
    return te.build(results.get(0), results.get(1));
  }

  /** A matrix product of bytes with 32-bit sums, which both the caller and a ReLU read. */
  public static ComputeDag quantizedWithTwoOutputs(long rows, long depth, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.INT8, rows, depth);
    Buffer b = te.constant("b", DType.INT8, depth, columns);
    Buffer product =
        te.reduce(
            "product",
            List.of("i", "j"),
            Shape.of(rows, columns),
            List.of("k"),
            Shape.of(depth),
            Combiner.sum(DType.INT32),
            (i, k) ->
                Expr.mul(
                    Expr.cast(a.at(i[0], k[0]), DType.INT32),
                    Expr.cast(b.at(k[0], i[1]), DType.INT32)));
    Expr zero = Expr.constant(0L, DType.INT32);
    Buffer relu = te.compute("relu", product.shape(), i -> Expr.max(product.at(i), zero));
    return te.build(product, relu);
  }
}
