package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** The inputs one after the other along an axis. */
public record Concat(int axis) implements Operator {
  @Override
  public String name() {
    return "concat";
  }

  @Override
  public String stageName() {
    return "T_concat";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1, Integer.MAX_VALUE);
    operands.requireOneType().requireRankAtLeast(0, 1);
    int along = operands.axis(0, axis);
    Shape first = operands.get(0).shape();
    long extent = 0;
    for (int input = 0; input < inputs.size(); input++) {
      operands.requireRank(input, first.rank());
      long part = inputs.get(input).extent(along);
      operands.require(
          Reindex.with(first, along, part).equals(inputs.get(input).shape()),
          "input %d differs from input 0 beside axis %d",
          input,
          along);
      extent += part;
    }
    return List.of(new TensorType(operands.dtype(), Reindex.with(first, along, extent)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    TensorType result = inferTypes(TensorType.of(inputs)).getFirst();
    int along = axis < 0 ? axis + result.rank() : axis;
    return List.of(te.compute(name, result.shape(), i -> element(inputs, along, i)));
  }

  /** Tests the ends of the inputs from first to last; the last input needs no test. */
  private static Expr element(List<Buffer> inputs, int axis, Index[] position) {
    long start = inputs.stream().mapToLong(input -> input.shape().extent(axis)).sum();
    start -= inputs.getLast().shape().extent(axis);
    Expr value = part(inputs.getLast(), axis, position, start);
    for (Buffer input : inputs.reversed().subList(1, inputs.size())) {
      Expr before = Expr.lt(position[axis], Index.of(start));
      start -= input.shape().extent(axis);
      value = Expr.select(before, part(input, axis, position, start), value);
    }
    return value;
  }

  private static Expr part(Buffer input, int axis, Index[] position, long start) {
    Index[] source = position.clone();
    source[axis] = position[axis].minus(start);
    return input.at(source);
  }
}
