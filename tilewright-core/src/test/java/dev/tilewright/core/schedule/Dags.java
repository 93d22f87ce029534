package dev.tilewright.core.schedule;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** Compute DAGs that schedules are tested on. */
final class Dags {
  private Dags() {}

  /** {@code T_add[i, j] = sum(k: data[i, k] * weight[j, k]) + bias[j]}. */
  static ComputeDag denseBias(long rows, long depth, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", DType.FLOAT32, rows, depth);
    Buffer weight = te.constant("weight", DType.FLOAT32, columns, depth);
    Buffer bias = te.constant("bias", DType.FLOAT32, columns);
    Buffer dense =
        te.reduce(
            "T_dense",
            List.of("i", "j"),
            Shape.of(rows, columns),
            List.of("k"),
            Shape.of(depth),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(data.at(i[0], k[0]), weight.at(i[1], k[0])));
    Buffer add =
        te.compute(
            "T_add",
            Shape.of(rows, columns),
            ax -> Expr.add(dense.at(ax[0], ax[1]), bias.at(ax[1])));
    return te.build(add);
  }

  /** A padded 3×3 convolution with stride, NHWC, followed by a ReLU. */
  static ComputeDag convRelu(long size, long channels, long filters, long stride) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", DType.FLOAT32, 1, size, size, channels);
    Buffer weight = te.constant("weight", DType.FLOAT32, 3, 3, channels, filters);
    Buffer pad = pad(te, data, size, channels);
    long out = (size - 1) / stride + 1;
    Buffer conv =
        te.reduce(
            "conv",
            List.of("n", "h", "w", "co"),
            Shape.of(1, out, out, filters),
            List.of("kh", "kw", "ci"),
            Shape.of(3, 3, channels),
            Combiner.sum(DType.FLOAT32),
            (i, k) ->
                Expr.mul(
                    pad.at(
                        i[0], i[1].times(stride).plus(k[0]), i[2].times(stride).plus(k[1]), k[2]),
                    weight.at(k[0], k[1], k[2], i[3])));
    Expr zero = Expr.constant(0.0, DType.FLOAT32);
    Buffer relu =
        te.compute(
            "relu",
            List.of("n", "h", "w", "co"),
            conv.shape(),
            i -> Expr.max(conv.at(i[0], i[1], i[2], i[3]), zero));
    return te.build(relu);
  }

  private static Buffer pad(DagBuilder te, Buffer data, long size, long channels) {
    Expr zero = Expr.constant(0.0, DType.FLOAT32);
    return te.compute(
        "pad",
        List.of("n", "h", "w", "c"),
        Shape.of(1, size + 2, size + 2, channels),
        i -> {
          Expr inside =
              Expr.and(
                  Expr.and(Expr.ge(i[1], Index.ONE), Expr.lt(i[1], Index.of(size + 1))),
                  Expr.and(Expr.ge(i[2], Index.ONE), Expr.lt(i[2], Index.of(size + 1))));
          return Expr.select(inside, data.at(i[0], i[1].minus(1), i[2].minus(1), i[3]), zero);
        });
  }

  /**
   * Three pointwise stages in a row: {@code a[i] = x[i] + 1, b[i] = a[i] * 2, c[i] = b[i] - x[i]}.
   */
  static ComputeDag chain(long extent) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, extent);
    Expr one = Expr.constant(1.0, DType.FLOAT32);
    Expr two = Expr.constant(2.0, DType.FLOAT32);
    Buffer a = te.compute("a", Shape.of(extent), i -> Expr.add(x.at(i[0]), one));
    Buffer b = te.compute("b", Shape.of(extent), i -> Expr.mul(a.at(i[0]), two));
    Buffer c = te.compute("c", Shape.of(extent), i -> Expr.sub(b.at(i[0]), x.at(i[0])));
    return te.build(c);
  }

  /** One stage with two consumers: {@code c[i] = a[i] + b[i], b[i] = a[i] * 2, a[i] = x[i] + 1}. */
  static ComputeDag diamond(long extent) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, extent);
    Expr one = Expr.constant(1.0, DType.FLOAT32);
    Expr two = Expr.constant(2.0, DType.FLOAT32);
    Buffer a = te.compute("a", Shape.of(extent), i -> Expr.add(x.at(i[0]), one));
    Buffer b = te.compute("b", Shape.of(extent), i -> Expr.mul(a.at(i[0]), two));
    Buffer c = te.compute("c", Shape.of(extent), i -> Expr.add(a.at(i[0]), b.at(i[0])));
    return te.build(c);
  }

  /** The row sums of a matrix and every element divided by its row's sum. */
  static ComputeDag normalize(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, rows, columns);
    Buffer sum =
        te.reduce(
            "sum",
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> x.at(i[0], k[0]));
    Buffer y =
        te.compute("y", Shape.of(rows, columns), i -> Expr.div(x.at(i[0], i[1]), sum.at(i[0])));
    return te.build(y);
  }

  /** Index and value of the largest element of each row. */
  static ComputeDag argmax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, rows, columns);
    List<Buffer> results =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.argmax(DType.INT32, DType.FLOAT32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT32), x.at(i[0], k[0])));
    return te.build(results.get(0), results.get(1));
  }
}
