package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** One value everywhere; no inputs. */
public record Full(TensorType type, double value) implements Operator {
  @Override
  public String name() {
    return "full";
  }

  @Override
  public String stageName() {
    return "T_full";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    new Operands(this, inputs).requireCount(0);
    return List.of(type);
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    inferTypes(TensorType.of(inputs));
    return List.of(te.compute(name, type.shape(), i -> Expr.constant(value, type.dtype())));
  }
}
