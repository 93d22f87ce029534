package dev.tilewright.core.testing;

import static dev.tilewright.core.testing.RandomDags.extent;
import static dev.tilewright.core.testing.RandomDags.pick;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.Random;

/** DAGs with reductions over whole rows. */
final class ReductionDags {
  private static final List<Long> ROW_LENGTHS =
      List.of(1L, 2L, 7L, 11L, 31L, 32L, 33L, 63L, 64L, 65L, 100L);

  private ReductionDags() {}

  /** Operand and accumulator types of a product. */
  private record Types(DType operand, DType accumulator) {}

  static ComputeDag matmul(Random random) {
    Types types =
        pick(
            random,
            List.of(
                new Types(DType.FLOAT32, DType.FLOAT32),
                new Types(DType.FLOAT32, DType.FLOAT32),
                new Types(DType.FLOAT16, DType.FLOAT32),
                new Types(DType.INT8, DType.INT32),
                new Types(DType.FLOAT64, DType.FLOAT64)));
    long m = extent(random, 20);
    long n = extent(random, 36);
    long k = random.nextInt(15) == 0 ? 0 : extent(random, 20);
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", types.operand(), m, k);
    Buffer b = te.constant("b", types.operand(), k, n);
    Buffer bias = te.constant("bias", types.accumulator(), n);
    Buffer product =
        te.reduce(
            "product",
            List.of("i", "j"),
            Shape.of(m, n),
            List.of("k"),
            Shape.of(k),
            Combiner.sum(types.accumulator()),
            (i, r) ->
                Expr.mul(
                    Expr.cast(a.at(i[0], r[0]), types.accumulator()),
                    Expr.cast(b.at(r[0], i[1]), types.accumulator())));
    if (random.nextInt(3) == 0) {
      return te.build(product);
    }
    Buffer shifted =
        te.compute("shifted", product.shape(), i -> Expr.add(product.at(i), bias.at(i[1])));
    Expr zero = Expr.constant(0L, types.accumulator());
    Buffer relu = te.compute("relu", product.shape(), i -> Expr.max(shifted.at(i), zero));
    return te.build(relu);
  }

  static ComputeDag batchMatmul(Random random) {
    long batch = extent(random, 4);
    long n = extent(random, 12);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, batch, n, n);
    Buffer y =
        te.reduce(
            "y",
            List.of("b", "i", "j"),
            Shape.of(batch, n, n),
            List.of("k"),
            Shape.of(n),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(x.at(i[0], i[1], k[0]), x.at(i[0], k[0], i[2])));
    return te.build(y);
  }

  static ComputeDag rows(Random random) {
    DType type = pick(random, List.of(DType.FLOAT32, DType.INT32, DType.FLOAT64, DType.INT16));
    Combiner combiner =
        pick(
            random,
            List.of(
                Combiner.sum(type), Combiner.max(type), Combiner.min(type), Combiner.prod(type)));
    long m = extent(random, 12);
    long n = pick(random, ROW_LENGTHS);
    Expr below = Expr.constant(combiner.name().equals("prod") ? 0L : -5L, type);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", type, m, n);
    Buffer negative = te.compute("negative", x.shape(), i -> Expr.add(x.at(i), below));
    Buffer y =
        te.reduce(
            "y",
            List.of("i"),
            Shape.of(m),
            List.of("k"),
            Shape.of(n),
            combiner,
            (i, k) -> negative.at(i[0], k[0]));
    return te.build(y);
  }

  static ComputeDag argmax(Random random) {
    long m = extent(random, 12);
    long n = pick(random, ROW_LENGTHS);
    DType indexType = pick(random, List.of(DType.INT32, DType.INT64));
    Combiner combiner =
        random.nextBoolean()
            ? Combiner.argmax(indexType, DType.FLOAT32)
            : Combiner.argmin(indexType, DType.FLOAT32);
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, n, m);
    List<Buffer> best =
        te.reduceTuple(
            List.of("best_index", "best_value"),
            List.of("i"),
            Shape.of(m),
            List.of("k"),
            Shape.of(n),
            combiner,
            (i, k) -> List.of(new Expr.FromIndex(k[0], indexType), x.at(k[0], i[0])));
    Buffer index = best.getFirst();
    Buffer next =
        te.compute("next", index.shape(), i -> Expr.add(index.at(i), Expr.constant(1L, indexType)));
    return random.nextBoolean() ? te.build(best.toArray(Buffer[]::new)) : te.build(next);
  }

  static ComputeDag softmax(Random random) {
    long m = extent(random, 8);
    long n = extent(random, 40);
    DType type = DType.FLOAT32;
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", type, m, n);
    Buffer highest = rowReduction(te, "highest", x, Combiner.max(type));
    Buffer power =
        te.compute(
            "power",
            x.shape(),
            i -> Expr.call(Expr.MathFunction.EXP, Expr.sub(x.at(i), highest.at(i[0]))));
    Buffer total = rowReduction(te, "total", power, Combiner.sum(type));
    Buffer share = te.compute("share", x.shape(), i -> Expr.div(power.at(i), total.at(i[0])));
    return te.build(share);
  }

  static ComputeDag flattenReduce(Random random) {
    long m = extent(random, 3);
    long[] tail = {extent(random, 3), extent(random, 4), extent(random, 5)};
    long columns = tail[0] * tail[1] * tail[2];
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, m, tail[0], tail[1], tail[2]);
    Buffer flat =
        te.compute(
            "flat",
            Shape.of(m, columns),
            i ->
                x.at(
                    i[0],
                    i[1].floorDiv(tail[1] * tail[2]),
                    i[1].floorDiv(tail[2]).floorMod(tail[1]),
                    i[1].floorMod(tail[2])));
    Buffer sum =
        te.reduce(
            "sum",
            List.of("i"),
            Shape.of(m),
            List.of("k"),
            Shape.of(columns),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.call(Expr.MathFunction.ABS, flat.at(i[0], k[0])));
    return te.build(sum);
  }

  static ComputeDag partlyUsed(Random random) {
    long n = extent(random, 4);
    long outer = n + random.nextInt(5);
    DagBuilder te = new DagBuilder();
    Buffer p = te.placeholder("p", DType.FLOAT32, 4, 2 * n + 2, 2 * n + 2);
    Buffer t =
        te.reduce(
            "t",
            List.of("a", "b", "c"),
            Shape.of(4, n, n),
            List.of("r0", "r1"),
            Shape.of(2, 2),
            Combiner.sum(DType.FLOAT32),
            (i, r) -> p.at(i[0], i[1].times(2).plus(r[0]), i[2].times(2).plus(r[1])));
    Buffer o =
        te.compute(
            "o",
            Shape.of(4, outer, outer),
            i ->
                Expr.select(
                    Expr.and(Expr.lt(i[1], Index.of(n)), Expr.lt(i[2], Index.of(n))),
                    t.at(i),
                    Expr.constant(0L, DType.FLOAT32)));
    return te.build(o);
  }

  private static Buffer rowReduction(DagBuilder te, String name, Buffer x, Combiner combiner) {
    return te.reduce(
        name,
        List.of("i"),
        Shape.of(x.shape().extent(0)),
        List.of("k"),
        Shape.of(x.shape().extent(1)),
        combiner,
        (i, k) -> x.at(i[0], k[0]));
  }
}
