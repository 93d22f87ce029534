package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A 3×3 convolution of stride 1, channels last, as a compute operation writes it:
 *
 * <pre>
 * T[n, y, x, f] = sum(i, j, c: data[n, y + i, x + j, c] * kernel[i, j, c, f])
 * </pre>
 *
 * Either factor may be cast to the type of the sum, and the reduction axes may be in any order.
 *
 * @param data what is read at {@code [n, y + i, x + j, c]}
 * @param kernel [3, 3, channels, outputs]
 */
record Convolution3x3(Compute op, Buffer data, Buffer kernel) {
  private static final int TAPS = 3;

  /** The convolution that an operation is; empty if it is none. */
  static Optional<Convolution3x3> of(Compute op) {
    if (!(op.body() instanceof Compute.Reduction reduction)
        || op.axes().size() != 4
        || reduction.axes().size() != 3
        || reduction.values().size() != 1
        || !reduction.combiner().equals(Combiner.sum(op.outputs().getFirst().dtype()))
        || !(reduction.values().getFirst()
            instanceof Expr.Binary(Expr.BinaryOp kind, Expr left, Expr right))
        || kind != Expr.BinaryOp.MUL
        || !(withoutCast(left) instanceof Expr.Load first)
        || !(withoutCast(right) instanceof Expr.Load second)) {
      return Optional.empty();
    }
    return of(op, reduction.axes(), first, second)
        .or(() -> of(op, reduction.axes(), second, first));
  }

  private static Optional<Convolution3x3> of(
      Compute op, List<Var> reduceAxes, Expr.Load data, Expr.Load kernel) {
    if (data.buffer() == kernel.buffer()
        || data.indices().size() != 4
        || kernel.indices().size() != 4) {
      return Optional.empty();
    }
    List<Var> taps = new ArrayList<>();
    for (Index index : kernel.indices()) {
      if (index instanceof Index.Ref(Var axis)) {
        taps.add(axis);
      }
    }
    List<Var> axes = op.axes();
    boolean kernelFits =
        taps.size() == 4
            && taps.get(3) == axes.get(3)
            && reduceAxes.containsAll(taps.subList(0, 3))
            && taps.stream().distinct().count() == 4
            && taps.get(0).extent() == TAPS
            && taps.get(1).extent() == TAPS;
    boolean dataFits =
        kernelFits
            && isRef(data.indices().get(0), axes.get(0))
            && isSum(data.indices().get(1), axes.get(1), taps.get(0))
            && isSum(data.indices().get(2), axes.get(2), taps.get(1))
            && isRef(data.indices().get(3), taps.get(2));
    boolean wholeBuffers =
        dataFits
            && kernel.buffer().shape().extent(0) == TAPS
            && kernel.buffer().shape().extent(1) == TAPS
            && kernel.buffer().shape().extent(2) == taps.get(2).extent()
            && kernel.buffer().shape().extent(3) == axes.get(3).extent();
    return wholeBuffers
        ? Optional.of(new Convolution3x3(op, data.buffer(), kernel.buffer()))
        : Optional.empty();
  }

  private static Expr withoutCast(Expr value) {
    return value instanceof Expr.Cast(Expr inner, var _) ? inner : value;
  }

  private static boolean isRef(Index index, Var axis) {
    return index instanceof Index.Ref(Var var) && var == axis;
  }

  private static boolean isSum(Index index, Var first, Var second) {
    return index instanceof Index.Add(Index left, Index right)
        && (isRef(left, first) && isRef(right, second)
            || isRef(left, second) && isRef(right, first));
  }

  /** Input channels. */
  long channels() {
    return kernel.shape().extent(2);
  }
}
