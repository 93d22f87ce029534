package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * Mean and variance of a tensor over some axes, in two passes: the squares of the differences from
 * the mean do not cancel as a difference of squares does.
 *
 * @param data the tensor
 * @param axes the axes that are averaged over
 * @param mean the means, the axes kept with extent 1
 * @param squares sums of the squared differences from the mean
 * @param count number of elements averaged
 * @param epsilon added to the variance
 */
record Moments(
    Buffer data, List<Integer> axes, Buffer mean, Buffer squares, long count, double epsilon) {
  static Moments emit(DagBuilder te, Buffer data, List<Integer> axes, double epsilon) {
    DType type = Accumulation.typeFor(data.dtype());
    Reduction rows = new Reduction(data.shape(), axes, true);
    long count = rows.domain().elements();
    Buffer sum = rows.emit(te, "T_norm_sum", Combiner.sum(type), i -> Expr.cast(data.at(i), type));
    Buffer mean =
        te.compute(
            "T_norm_mean", sum.shape(), i -> Expr.div(sum.at(i), Expr.constant(count, type)));
    Buffer squares =
        rows.emit(
            te,
            "T_norm_squares",
            Combiner.sum(type),
            i -> {
              Expr difference = Expr.sub(Expr.cast(data.at(i), type), mean.at(rowOf(i, axes)));
              return Expr.mul(difference, difference);
            });
    return new Moments(data, axes, mean, squares, count, epsilon);
  }

  /** The element at a position with mean 0 and variance 1, in the accumulator's type. */
  Expr normalised(Index[] position) {
    DType type = mean.dtype();
    Index[] row = rowOf(position, axes);
    Expr variance = Expr.div(squares.at(row), Expr.constant(count, type));
    Expr deviation = Expr.call(MathFunction.SQRT, Expr.add(variance, Expr.constant(epsilon, type)));
    return Expr.div(Expr.sub(Expr.cast(data.at(position), type), mean.at(row)), deviation);
  }

  private static Index[] rowOf(Index[] position, List<Integer> axes) {
    Index[] row = position.clone();
    for (int axis : axes) {
      row[axis] = Index.ZERO;
    }
    return row;
  }
}
