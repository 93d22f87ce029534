package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import java.util.ArrayList;
import java.util.List;

/** With dimensions of extent 1 added, at these axes of the result. */
public record Unsqueeze(List<Integer> axes) implements ViewOperator {
  public Unsqueeze {
    axes = List.copyOf(axes);
  }

  @Override
  public String name() {
    return "unsqueeze";
  }

  @Override
  public Shape resultShape(Operands inputs) {
    Shape shape = inputs.get(0).shape();
    List<Integer> added = inputs.axes(axes, shape.rank() + axes.size());
    List<Long> extents = new ArrayList<>();
    int next = 0;
    for (int axis = 0; axis < shape.rank() + axes.size(); axis++) {
      extents.add(added.contains(axis) ? Long.valueOf(1) : Long.valueOf(shape.extent(next++)));
    }
    return Shape.of(extents);
  }
}
