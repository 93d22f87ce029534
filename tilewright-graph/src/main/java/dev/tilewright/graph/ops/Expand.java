package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** The input broadcast together with a shape. */
public record Expand(Shape shape) implements Operator {
  @Override
  public String name() {
    return "expand";
  }

  @Override
  public String stageName() {
    return "T_broadcast_to";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    TensorType target = new TensorType(operands.dtype(), shape);
    Operands both = new Operands(this, List.of(operands.get(0), target));
    return List.of(new TensorType(operands.dtype(), Broadcasting.shape(both)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape result = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(te.compute(name, result, i -> Reindex.broadcast(inputs.getFirst(), result, i)));
  }
}
