package dev.tilewright.graph.ops;

import dev.tilewright.base.DType;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * The position along an axis of the largest or smallest element, as int64; of equal ones the first.
 *
 * @param largest whether the largest is looked for, else the smallest
 * @param keepDims whether the axis stays with extent 1
 */
public record ArgReduce(boolean largest, int axis, boolean keepDims) implements Operator {
  @Override
  public String name() {
    return largest ? "argmax" : "argmin";
  }

  @Override
  public String stageName() {
    return "T_" + name();
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    int along = operands.axis(0, axis);
    operands.require(!operands.dtype().isBool(), "no order of bool");
    operands.require(operands.get(0).extent(along) > 0, "axis %d has no elements", along);
    return List.of(
        new TensorType(
            DType.INT64, Reindex.reduced(operands.get(0).shape(), List.of(along), keepDims)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    int along = axis < 0 ? axis + input.shape().rank() : axis;
    Combiner combiner =
        largest
            ? Combiner.argmax(DType.INT64, input.dtype())
            : Combiner.argmin(DType.INT64, input.dtype());
    return List.of(
        new Reduction(input.shape(), List.of(along), keepDims)
            .emitTuple(
                te,
                List.of(name, name + "_value"),
                combiner,
                i -> List.of(new Expr.FromIndex(i[along], DType.INT64), input.at(i)))
            .getFirst());
  }
}
