package dev.tilewright.core.te;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.expr.Index;
import java.util.List;

/** Small DAGs of the usual operators, written out for tests. */
public final class SampleDags {
  private static final DType F32 = DType.FLOAT32;

  private SampleDags() {}

  /** The reference case: {@code data[m, k] · weight[n, k]ᵀ + bias[n]}. */
  public static ComputeDag dense(long m, long n, long k) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", F32, m, k);
    Buffer weight = te.constant("weight", F32, n, k);
    Buffer dense =
        te.reduce(
            "T_dense",
            List.of("i", "j"),
            Shape.of(m, n),
            List.of("k"),
            Shape.of(k),
            Combiner.sum(F32),
            (i, r) -> Expr.mul(data.at(i[0], r[0]), weight.at(i[1], r[0])));
    Buffer bias = te.constant("bias", F32, n);
    Buffer add = te.compute("T_add", Shape.of(m, n), ax -> Expr.add(dense.at(ax), bias.at(ax[1])));
    return te.build(add);
  }

  /** Convolution of an NHWC image with a 3×3 window, padding 1, and ReLU. */
  public static ComputeDag conv2dRelu(long size, long in, long out) {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", F32, 1, size, size, in);
    Buffer weight = te.constant("weight", F32, 3, 3, in, out);
    Buffer pad =
        te.compute(
            "pad",
            Shape.of(1, size + 2, size + 2, in),
            i ->
                Expr.select(
                    Expr.and(inside(i[1], size), inside(i[2], size)),
                    data.at(i[0], i[1].minus(1), i[2].minus(1), i[3]),
                    Expr.constant(0L, F32)));
    Buffer conv =
        te.reduce(
            "conv",
            List.of("n", "h", "w", "c"),
            Shape.of(1, size, size, out),
            List.of("rh", "rw", "rc"),
            Shape.of(3, 3, in),
            Combiner.sum(F32),
            (i, r) ->
                Expr.mul(
                    pad.at(i[0], i[1].plus(r[0]), i[2].plus(r[1]), r[2]),
                    weight.at(r[0], r[1], r[2], i[3])));
    Buffer relu =
        te.compute(
            "relu",
            Shape.of(1, size, size, out),
            i -> Expr.max(conv.at(i), Expr.constant(0L, F32)));
    return te.build(relu);
  }

  /** Softmax over the last axis: maximum, exponentials, their sum, quotient. */
  public static ComputeDag softmax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, rows, columns);
    Shape all = Shape.of(rows, columns);
    Buffer most = rowReduction(te, "T_softmax_maxelem", x, Combiner.max(F32));
    Buffer exp =
        te.compute(
            "T_softmax_exp",
            all,
            i -> Expr.call(MathFunction.EXP, Expr.sub(x.at(i), most.at(i[0]))));
    Buffer sum = rowReduction(te, "T_softmax_expsum", exp, Combiner.sum(F32));
    Buffer norm = te.compute("T_softmax_norm", all, i -> Expr.div(exp.at(i), sum.at(i[0])));
    return te.build(norm);
  }

  /** Position and value of the largest element of each row. */
  public static ComputeDag argmax(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", F32, rows, columns);
    List<Buffer> best =
        te.reduceTuple(
            List.of("T_argmax_idx", "T_argmax_val"),
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.argmax(DType.INT64, F32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT64), x.at(i[0], k[0])));
    return te.build(best.getFirst());
  }

  private static Buffer rowReduction(DagBuilder te, String name, Buffer x, Combiner combiner) {
    return te.reduce(
        name,
        List.of("i0"),
        Shape.of(x.shape().extent(0)),
        List.of("k"),
        Shape.of(x.shape().extent(1)),
        combiner,
        (i, k) -> x.at(i[0], k[0]));
  }

  private static Expr inside(Index position, long size) {
    return Expr.and(Expr.ge(position, Index.ONE), Expr.lt(position, Index.of(size + 1)));
  }
}
