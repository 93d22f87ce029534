package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;

/**
 * For each element of the second input, the element of the first one at the same place, but along
 * the axis at the position that the second one holds; see {@link Gather} for positions outside.
 */
public record GatherElements(int axis) implements Operator {
  @Override
  public String name() {
    return "gather_elements";
  }

  @Override
  public String stageName() {
    return "T_gather";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireInteger(1);
    TensorType data = operands.get(0);
    operands.requireRank(1, data.rank());
    int along = operands.axis(0, axis);
    for (int d = 0; d < data.rank(); d++) {
      operands.require(
          d == along || operands.get(1).extent(d) <= data.extent(d),
          "the positions are longer than the data along axis %d",
          d);
    }
    return List.of(new TensorType(data.dtype(), operands.get(1).shape()));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.get(0);
    Buffer positions = inputs.get(1);
    inferTypes(TensorType.of(inputs));
    int along = axis < 0 ? axis + data.shape().rank() : axis;
    return List.of(
        te.compute(
            name,
            positions.shape(),
            i -> {
              Index[] source = i.clone();
              source[along] = Gather.position(positions.at(i), data.shape().extent(along));
              return data.at(source);
            }));
  }
}
