package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * One step of a parallel prefix (Hillis and Steele, "Data parallel algorithms", 1986): each element
 * combined with the one at a distance before it along an axis; the first ones stay. Steps of
 * distance 1, 2, 4, … make running sums or products.
 *
 * @param product whether elements are multiplied, else added
 */
public record ShiftedCombine(int axis, long distance, boolean product) implements Operator {
  @Override
  public String name() {
    return product ? "prefix_product" : "prefix_sum";
  }

  @Override
  public String stageName() {
    return "T_" + name();
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    operands.axis(0, axis);
    operands.require(!operands.dtype().isBool(), "no sums of bool");
    operands.require(distance > 0, "the distance is %d; expected at least 1", distance);
    return List.of(operands.get(0));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    inferTypes(TensorType.of(inputs));
    int along = axis < 0 ? axis + input.shape().rank() : axis;
    return List.of(
        te.compute(
            name,
            input.shape(),
            i -> {
              Index[] before = i.clone();
              before[along] = i[along].minus(distance);
              Expr earlier = input.at(before);
              Expr both = product ? Expr.mul(earlier, input.at(i)) : Expr.add(earlier, input.at(i));
              return Expr.select(Expr.ge(before[along], Index.ZERO), both, input.at(i));
            }));
  }
}
