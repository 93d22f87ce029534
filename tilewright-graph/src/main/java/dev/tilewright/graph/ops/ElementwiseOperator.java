package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/** An operator with one input whose result at each position depends on the element there alone. */
public interface ElementwiseOperator extends Operator {
  /** The result for one element. */
  Expr apply(Expr value);

  /** Throws if the operator does not take this one input. */
  void check(Operands inputs);

  @Override
  default String stageName() {
    return "T_" + name();
  }

  @Override
  default List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    check(operands);
    Expr element = new Expr.Param("x", operands.dtype());
    return List.of(new TensorType(apply(element).dtype(), operands.get(0).shape()));
  }

  @Override
  default List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    return List.of(te.compute(name, input.shape(), i -> apply(input.at(i))));
  }
}
