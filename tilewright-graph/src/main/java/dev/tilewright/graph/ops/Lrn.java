package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Local response normalisation: {@code x / (bias + alpha / size * s)^beta}, where {@code s} is the
 * sum of the squares over {@code size} neighbouring channels.
 *
 * @param layout where the channels stand
 */
public record Lrn(long size, double alpha, double beta, double bias, Layout layout)
    implements Operator {
  @Override
  public String name() {
    return "lrn";
  }

  @Override
  public String stageName() {
    return "T_lrn";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1).requireFloat(0);
    operands.requireRankAtLeast(0, 2);
    operands.require(size > 0, "the size is %d; expected at least 1", size);
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    Buffer squares = emitSquares(te, data);
    return List.of(
        te.compute(
            name,
            data.shape(),
            i -> {
              Expr factor = Expr.constant(alpha / size, data.dtype());
              Expr base =
                  Expr.add(Expr.constant(bias, data.dtype()), Expr.mul(squares.at(i), factor));
              return Expr.div(data.at(i), new Power(beta).apply(base));
            }));
  }

  private Buffer emitSquares(DagBuilder te, Buffer data) {
    int channelAxis = layout.channelAxis(data.shape().rank());
    long channels = data.shape().extent(channelAxis);
    List<String> axes = new ArrayList<>();
    for (int axis = 0; axis < data.shape().rank(); axis++) {
      axes.add("ax" + axis);
    }
    return te.reduce(
        "T_lrn_squares",
        axes,
        data.shape(),
        List.of("k"),
        Shape.of(size),
        Combiner.sum(data.dtype()),
        (i, k) -> {
          Index[] source = i.clone();
          source[channelAxis] = i[channelAxis].plus(k[0]).minus((size - 1) / 2);
          Expr value = data.at(source);
          Expr zero = Expr.constant(0L, data.dtype());
          return Expr.select(
              Reindex.inside(source[channelAxis], channels), Expr.mul(value, value), zero);
        });
  }
}
