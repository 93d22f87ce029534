package dev.tilewright.core.testing;

import static dev.tilewright.core.testing.RandomDags.extent;
import static dev.tilewright.core.testing.RandomDags.pick;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.Random;

/** DAGs without reductions. */
final class PointwiseDags {
  private PointwiseDags() {}

  static ComputeDag chain(Random random) {
    DType type = pick(random, List.of(DType.FLOAT32, DType.INT32, DType.FLOAT16, DType.INT8));
    long m = extent(random, 12);
    long n = random.nextInt(12) == 0 ? 0 : extent(random, 40);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", type, m, n);
    Buffer bias = te.constant("bias", type, n);
    Buffer current = te.compute("shifted", Shape.of(m, n), i -> Expr.add(x.at(i), bias.at(i[1])));
    int length = random.nextInt(4);
    for (int step = 0; step < length; step++) {
      Buffer previous = current;
      Expr zero = Expr.constant(0L, type);
      current =
          random.nextBoolean()
              ? te.compute("relu", Shape.of(m, n), i -> Expr.max(previous.at(i), zero))
              : te.compute("scaled", Shape.of(m, n), i -> Expr.mul(previous.at(i), x.at(i)));
    }
    return te.build(current);
  }

  /** One tensor with two readers, both of which are results. */
  static ComputeDag diamond(Random random) {
    long m = extent(random, 10);
    long n = extent(random, 20);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, m, n);
    Buffer a = te.compute("a", Shape.of(m, n), i -> Expr.add(x.at(i), x.at(i)));
    Buffer b = te.compute("b", Shape.of(m, n), i -> Expr.mul(a.at(i), x.at(i)));
    Buffer c = te.compute("c", Shape.of(n, m), i -> Expr.sub(a.at(i[1], i[0]), b.at(i[1], i[0])));
    return random.nextBoolean() ? te.build(c) : te.build(c, b);
  }

  /** A chain of stencils, so that inner stages are computed with an overlap. */
  static ComputeDag halo(Random random) {
    long n = extent(random, 30);
    long stride = random.nextInt(1, 4);
    int taps = random.nextInt(1, 5);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.INT32, n * stride + 2 * taps);
    Buffer a = te.compute("a", x.shape(), i -> Expr.add(x.at(i), Expr.constant(1L, DType.INT32)));
    Buffer b =
        te.compute("b", Shape.of(n + taps), i -> Expr.sub(a.at(i[0]), a.at(i[0].plus(taps - 1))));
    Buffer c =
        te.compute(
            "c",
            Shape.of(n),
            i -> Expr.add(Expr.mul(b.at(i[0]), b.at(i[0].plus(taps))), a.at(i[0].times(stride))));
    return te.build(c);
  }

  static ComputeDag concatenation(Random random) {
    long m = extent(random, 15);
    long n = extent(random, 15);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, m, 3);
    Buffer y = te.placeholder("y", DType.FLOAT32, n, 3);
    Buffer z = te.compute("z", Shape.of(n, 3), i -> Expr.mul(y.at(i), y.at(i)));
    Buffer joined =
        te.compute(
            "joined",
            Shape.of(m + n, 3),
            i ->
                Expr.select(
                    Expr.lt(i[0], Index.of(m)), x.at(i[0], i[1]), z.at(i[0].minus(m), i[1])));
    Buffer twice = te.compute("twice", joined.shape(), i -> Expr.add(joined.at(i), joined.at(i)));
    return te.build(twice);
  }

  static ComputeDag gather(Random random) {
    long rows = extent(random, 9);
    long n = extent(random, 20);
    DagBuilder te = new DagBuilder();
    Buffer table = te.placeholder("table", DType.FLOAT32, rows, 4);
    Buffer which = te.placeholder("which", DType.INT32, n);
    Buffer doubled = te.compute("doubled", table.shape(), i -> Expr.add(table.at(i), table.at(i)));
    Buffer taken =
        te.compute(
            "taken",
            Shape.of(n, 4),
            i -> {
              Index row = new Index.FromExpr(which.at(Index.of(n - 1).minus(i[0])));
              return doubled.at(Index.max(Index.ZERO, Index.min(row, Index.of(rows - 1))), i[1]);
            });
    return te.build(taken);
  }

  static ComputeDag selectToByte(Random random) {
    long a = extent(random, 3);
    long b = extent(random, 4);
    long c = extent(random, 40);
    DType type = pick(random, List.of(DType.FLOAT16, DType.BFLOAT16, DType.FLOAT64, DType.INT16));
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", type, a, b, c);
    Buffer nonZero =
        te.compute(
            "non_zero",
            x.shape(),
            i ->
                Expr.select(
                    new Expr.Compare(Expr.CompareOp.EQ, x.at(i), Expr.constant(0L, type)),
                    Expr.constant(0L, DType.UINT8),
                    Expr.constant(1L, DType.UINT8)));
    return te.build(nonZero);
  }
}
