package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * An operator whose only result has the elements of its only input in the same row-major order. A
 * network may give both the same memory and then has nothing to compute.
 */
public interface ViewOperator extends Operator {
  /** The shape of the result for an input that {@link #inferTypes} accepts. */
  Shape resultShape(Operands inputs);

  @Override
  default String stageName() {
    return "T_" + name();
  }

  @Override
  default List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    TensorType input = operands.get(0);
    Shape shape = resultShape(operands);
    operands.require(
        shape.elements() == input.shape().elements(),
        "the result %s has %d elements; expected %d",
        shape,
        shape.elements(),
        input.shape().elements());
    return List.of(new TensorType(input.dtype(), shape));
  }

  @Override
  default List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(
        te.compute(name, shape, i -> input.at(Reindex.sameOrder(shape, i, input.shape()))));
  }
}
