package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.MathFunction;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * {@code (x - mean) / sqrt(variance + epsilon) * scale + shift} with statistics of one value a
 * channel: inputs data, scale, shift, mean, variance.
 *
 * @param layout where the channels of the data stand
 */
public record BatchNorm(double epsilon, Layout layout) implements Operator {
  @Override
  public String name() {
    return "batch_norm";
  }

  @Override
  public String stageName() {
    return "T_batch_norm";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(5).requireFloat(0);
    operands.requireRankAtLeast(0, 2);
    long channels = operands.get(0).extent(layout.channelAxis(operands.get(0).rank()));
    for (int input = 1; input < 5; input++) {
      operands.requireFloat(input).requireRank(input, 1);
      operands.require(
          operands.get(input).extent(0) == channels,
          "input %d has %d values; expected %d, one a channel",
          input,
          operands.get(input).extent(0),
          channels);
    }
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    int channelAxis = layout.channelAxis(data.shape().rank());
    DType type = Accumulation.typeFor(data.dtype());
    return List.of(
        te.compute(
            name,
            data.shape(),
            i -> {
              List<Expr> channel =
                  inputs.subList(1, 5).stream()
                      .map(values -> Expr.cast(values.at(i[channelAxis]), type))
                      .toList();
              Expr variance = Expr.add(channel.get(3), Expr.constant(epsilon, type));
              Expr factor = Expr.div(channel.get(0), Expr.call(MathFunction.SQRT, variance));
              Expr centred = Expr.sub(Expr.cast(data.at(i), type), channel.get(2));
              return Expr.cast(Expr.add(Expr.mul(centred, factor), channel.get(1)), data.dtype());
            }));
  }
}
