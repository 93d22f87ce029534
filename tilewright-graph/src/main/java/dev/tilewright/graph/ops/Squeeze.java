package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import java.util.List;
import java.util.stream.IntStream;

/** Without some dimensions of extent 1; without all of them if no axes are given. */
public record Squeeze(List<Integer> axes) implements ViewOperator {
  public Squeeze {
    axes = List.copyOf(axes);
  }

  @Override
  public String name() {
    return "squeeze";
  }

  @Override
  public Shape resultShape(Operands inputs) {
    Shape shape = inputs.get(0).shape();
    List<Integer> dropped =
        axes.isEmpty()
            ? IntStream.range(0, shape.rank()).filter(d -> shape.extent(d) == 1).boxed().toList()
            : inputs.axes(axes, shape.rank());
    for (int axis : dropped) {
      inputs.require(
          shape.extent(axis) == 1, "axis %d has extent %d; expected 1", axis, shape.extent(axis));
    }
    return Reindex.reduced(shape, dropped, false);
  }
}
