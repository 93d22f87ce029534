package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * The first elements along the time axis backwards, so many of each batch as the second input says;
 * the others stay.
 */
public record ReverseSequence(int batchAxis, int timeAxis) implements Operator {
  @Override
  public String name() {
    return "reverse_sequence";
  }

  @Override
  public String stageName() {
    return "T_reverse_sequence";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireInteger(1);
    int batch = operands.axis(0, batchAxis);
    operands.require(batch != operands.axis(0, timeAxis), "batch and time are one axis");
    long batches = operands.get(0).extent(batch);
    operands.require(
        operands.get(1).shape().equals(Shape.of(batches)),
        "input 1 has the shape %s; expected %d lengths",
        operands.get(1).shape(),
        batches);
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.get(0);
    Buffer lengths = inputs.get(1);
    Operands operands = new Operands(this, TensorType.of(inputs));
    inferTypes(operands.types());
    int batch = operands.axis(0, batchAxis);
    int time = operands.axis(0, timeAxis);
    Index last = Index.of(Math.max(0, data.shape().extent(time) - 1));
    return List.of(
        te.compute(
            name,
            data.shape(),
            i -> {
              Index mirrored = new Index.FromExpr(lengths.at(i[batch])).minus(1).minus(i[time]);
              Index[] source = i.clone();
              source[time] = Index.min(Index.max(mirrored, Index.ZERO), last);
              return Expr.select(Expr.ge(mirrored, Index.ZERO), data.at(source), data.at(i));
            }));
  }
}
