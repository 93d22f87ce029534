package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A new axis of extent {@code depth} that holds the second value at the position that the first
 * input names and the first value elsewhere. Inputs: positions, and the two values (off, on).
 * Negative positions count from the end; a position outside of the axis gives no on value.
 */
public record OneHot(int axis, long depth) implements Operator {
  @Override
  public String name() {
    return "one_hot";
  }

  @Override
  public String stageName() {
    return "T_one_hot";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2);
    operands.require(
        operands.get(1).shape().equals(Shape.of(2)),
        "the values have the shape %s; expected 2",
        operands.get(1).shape());
    operands.require(!operands.dtype().isBool(), "positions are bool");
    int along = operands.axisOf(axis, operands.get(0).rank() + 1);
    List<Long> extents = new ArrayList<>();
    for (long extent : operands.get(0).shape().toArray()) {
      extents.add(extent);
    }
    extents.add(along, depth);
    return List.of(new TensorType(operands.get(1).dtype(), Shape.of(extents)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer positions = inputs.get(0);
    Buffer values = inputs.get(1);
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    int along = axis < 0 ? axis + shape.rank() : axis;
    return List.of(
        te.compute(
            name,
            shape,
            i -> {
              List<Index> at = new ArrayList<>(Arrays.asList(i));
              Index place = at.remove(along);
              Expr wanted = positions.at(at.toArray(Index[]::new));
              return Expr.select(
                  Expr.or(isAt(wanted, place), isAt(wanted, place.minus(depth))),
                  values.at(Index.ONE),
                  values.at(Index.ZERO));
            }));
  }

  private static Expr isAt(Expr wanted, Index place) {
    return new Expr.Compare(Expr.CompareOp.EQ, wanted, new Expr.FromIndex(place, wanted.dtype()));
  }
}
