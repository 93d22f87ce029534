package dev.tilewright.graph.network;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ops.Operator;
import dev.tilewright.graph.ops.TensorType;
import java.util.List;

/** The input in memory of its own. */
record Copy() implements Operator {
  @Override
  public String name() {
    return "copy";
  }

  @Override
  public String stageName() {
    return "T_copy";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    return List.of(inputs.getFirst());
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    return List.of(te.compute(name, input.shape(), input::at));
  }
}
