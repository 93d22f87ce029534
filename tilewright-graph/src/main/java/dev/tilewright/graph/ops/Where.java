package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** {@code condition ? x : y} of three inputs, which broadcast; the condition is bool. */
public record Where() implements Operator {
  @Override
  public String name() {
    return "where";
  }

  @Override
  public String stageName() {
    return "T_where";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(3);
    operands.require(
        operands.dtype().isBool(), "the condition is %s; expected bool", operands.dtype());
    operands.require(
        operands.get(1).dtype().equals(operands.get(2).dtype()), "the values differ in type");
    return List.of(new TensorType(operands.get(1).dtype(), Broadcasting.shape(operands)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(
        te.compute(
            name,
            shape,
            i ->
                Expr.select(
                    Reindex.broadcast(inputs.get(0), shape, i),
                    Reindex.broadcast(inputs.get(1), shape, i),
                    Reindex.broadcast(inputs.get(2), shape, i))));
  }
}
