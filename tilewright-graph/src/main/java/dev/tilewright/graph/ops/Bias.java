package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;

/** One value a channel, added to a result. */
final class Bias {
  private Bias() {}

  /** Throws unless the input, if there is one, is a vector of so many values of that type. */
  static void check(Operands inputs, int input, long channels, DType dtype) {
    if (inputs.count() <= input) {
      return;
    }
    TensorType bias = inputs.get(input);
    inputs.requireRank(input, 1);
    inputs.require(
        bias.extent(0) == channels && bias.dtype().equals(dtype),
        "the bias is %s; expected %s",
        bias,
        TensorType.of(dtype, channels));
  }

  /** Adds {@code bias[channel]}, in a stage {@code T_add}. */
  static Buffer emit(DagBuilder te, Buffer value, Buffer bias, int channelAxis) {
    return te.compute("T_add", value.shape(), i -> Expr.add(value.at(i), bias.at(i[channelAxis])));
  }
}
