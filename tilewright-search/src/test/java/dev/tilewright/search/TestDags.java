package dev.tilewright.search;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** Small computations for tests. */
public final class TestDags {
  private TestDags() {}

  /**
   * Stages {@code T_dense(i, j; k)} and {@code T_add(i, j)}: rows × inner · outputs × inner + bias.
   */
  public static ComputeDag dense(long rows, long inner, long outputs) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", DType.FLOAT32, rows, inner);
    Buffer weight = te.constant("weight", DType.FLOAT32, outputs, inner);
    Buffer bias = te.constant("bias", DType.FLOAT32, outputs);
    Buffer dense =
        te.reduce(
            "T_dense",
            List.of("i", "j"),
            Shape.of(rows, outputs),
            List.of("k"),
            Shape.of(inner),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(data.at(i[0], k[0]), weight.at(i[1], k[0])));
    return te.build(
        te.compute(
            "T_add",
            List.of("i", "j"),
            Shape.of(rows, outputs),
            i -> Expr.add(dense.at(i), bias.at(i[1]))));
  }

  /** Stage {@code out(i)}: x + y. */
  public static ComputeDag add(long size) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, size);
    Buffer y = te.placeholder("y", DType.FLOAT32, size);
    return te.build(
        te.compute("out", List.of("i"), Shape.of(size), i -> Expr.add(x.at(i), y.at(i))));
  }

  /** Stage {@code out(i)}: the largest of each row. */
  public static ComputeDag rowMax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, rows, columns);
    return te.build(
        te.reduce(
            "out",
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.max(DType.FLOAT32),
            (i, k) -> x.at(i[0], k[0])));
  }

  /** Stage {@code out(i, j)}: rows of a table picked by positions. */
  public static ComputeDag gather(long rows, long columns, long picked) {
    DagBuilder te = new DagBuilder();
    Buffer table = te.placeholder("table", DType.FLOAT32, rows, columns);
    Buffer positions = te.placeholder("positions", DType.INT64, picked);
    return te.build(
        te.compute(
            "out",
            List.of("i", "j"),
            Shape.of(picked, columns),
            i -> table.at(new Index.FromExpr(positions.at(i[0])), i[1])));
  }

  /** Stage {@code out(i)}: the elements last to first. */
  public static ComputeDag reverse(long size) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, size);
    return te.build(
        te.compute("out", List.of("i"), Shape.of(size), i -> x.at(Index.of(size - 1).minus(i[0]))));
  }

  /** Stages NAME(NAME_i, NAME_j; NAME_k) and NAME_tanh(NAME_i, NAME_j) of one row. */
  public static ComputeDag denseTanh(String name, long size) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder(name + "_data", DType.FLOAT32, 1, size);
    Buffer weight = te.constant(name + "_weight", DType.FLOAT32, size, size);
    List<String> axes = List.of(name + "_i", name + "_j");
    Buffer dense =
        te.reduce(
            name,
            axes,
            Shape.of(1, size),
            List.of(name + "_k"),
            Shape.of(size),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(data.at(i[0], k[0]), weight.at(i[1], k[0])));
    return te.build(
        te.compute(
            name + "_tanh",
            axes,
            Shape.of(1, size),
            i -> Expr.call(Expr.MathFunction.TANH, dense.at(i))));
  }
}
