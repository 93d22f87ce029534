package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Changes to compute operations that several steps need. */
final class OpRewrite {
  private OpRewrite() {}

  /** The operation with its loads replaced; axes and outputs stay. */
  static Compute mapLoads(Compute op, Function<Expr.Load, Expr> onLoad) {
    return new Compute(
        op.outputs(), op.axes(), mapValues(op.body(), value -> Exprs.mapLoads(value, onLoad)));
  }

  /** The body with other values. */
  static Compute.Body mapValues(Compute.Body body, UnaryOperator<Expr> mapper) {
    return switch (body) {
      case Compute.Pointwise(List<Expr> values) ->
          new Compute.Pointwise(values.stream().map(mapper).toList());
      case Compute.Reduction(var combiner, var axes, List<Expr> values) ->
          new Compute.Reduction(combiner, axes, values.stream().map(mapper).toList());
    };
  }

  /** An operation that copies buffers of one shape, element by element. */
  static Compute copy(List<Buffer> sources, List<Buffer> destinations, List<String> axisNames) {
    List<Var> axes = new ArrayList<>();
    for (int axis = 0; axis < axisNames.size(); axis++) {
      axes.add(new Var(axisNames.get(axis), sources.getFirst().shape().extent(axis)));
    }
    List<Expr> values = new ArrayList<>();
    for (Buffer source : sources) {
      values.add(new Expr.Load(source, Index.refs(axes)));
    }
    return new Compute(destinations, axes, new Compute.Pointwise(values));
  }

  /** Axis names {@code ax0, ax1, …}. */
  static List<String> axisNames(int rank) {
    List<String> names = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      names.add("ax" + axis);
    }
    return names;
  }
}
