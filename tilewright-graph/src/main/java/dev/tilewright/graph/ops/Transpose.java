package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.List;
import java.util.stream.IntStream;

/** The dimensions in another order: dimension {@code d} of the result is {@code order.get(d)}. */
public record Transpose(List<Integer> order) implements Operator {
  public Transpose {
    order = List.copyOf(order);
  }

  @Override
  public String name() {
    return "transpose";
  }

  @Override
  public String stageName() {
    return "T_transpose";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    TensorType input = operands.get(0);
    operands.require(
        order.stream().sorted().toList().equals(IntStream.range(0, input.rank()).boxed().toList()),
        "the order %s is not one of %d dimensions",
        order,
        input.rank());
    return List.of(
        new TensorType(input.dtype(), Shape.of(order.stream().map(input::extent).toList())));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(
        te.compute(
            name,
            shape,
            i -> {
              Index[] source = new Index[i.length];
              for (int d = 0; d < i.length; d++) {
                source[order.get(d)] = i[d];
              }
              return inputs.getFirst().at(source);
            }));
  }
}
