package dev.tilewright.graph.ops;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;

/** The input cut along an axis into results of these extents. */
public record Split(int axis, List<Long> extents) implements Operator {
  public Split {
    extents = List.copyOf(extents);
  }

  @Override
  public String name() {
    return "split";
  }

  @Override
  public String stageName() {
    return "T_split";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    TensorType input = operands.get(0);
    int along = operands.axis(0, axis);
    long sum = extents.stream().mapToLong(Long::longValue).sum();
    operands.require(
        sum == input.extent(along) && extents.stream().noneMatch(extent -> extent < 0),
        "the parts %s do not add up to extent %d",
        extents,
        input.extent(along));
    return extents.stream()
        .map(extent -> new TensorType(input.dtype(), Reindex.with(input.shape(), along, extent)))
        .toList();
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer input = inputs.getFirst();
    int along = axis < 0 ? axis + input.shape().rank() : axis;
    List<Buffer> parts = new ArrayList<>();
    long start = 0;
    for (TensorType part : inferTypes(TensorType.of(inputs))) {
      long offset = start;
      parts.add(
          te.compute(
              name,
              part.shape(),
              i -> {
                Index[] source = i.clone();
                source[along] = i[along].plus(offset);
                return input.at(source);
              }));
      start += part.extent(along);
    }
    return parts;
  }
}
