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
 * Slices of the first input along an axis, at the positions that the second input holds: its
 * dimensions replace the axis. Negative positions count from the end; positions outside of the axis
 * take its first or last slice.
 */
public record Gather(int axis) implements Operator {
  @Override
  public String name() {
    return "gather";
  }

  @Override
  public String stageName() {
    return "T_take";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(2).requireInteger(1);
    int along = operands.axis(0, axis);
    TensorType data = operands.get(0);
    List<Long> extents = new ArrayList<>();
    for (int d = 0; d < data.rank(); d++) {
      if (d == along) {
        for (long extent : operands.get(1).shape().toArray()) {
          extents.add(extent);
        }
      } else {
        extents.add(data.extent(d));
      }
    }
    Shape shape = Shape.of(extents);
    operands.require(
        data.extent(along) > 0 || shape.elements() == 0, "axis %d has no elements", along);
    return List.of(new TensorType(data.dtype(), shape));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Buffer data = inputs.get(0);
    Buffer positions = inputs.get(1);
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    int along = axis < 0 ? axis + data.shape().rank() : axis;
    int inner = positions.shape().rank();
    return List.of(
        te.compute(
            name,
            shape,
            i -> {
              Index[] at = Arrays.copyOfRange(i, along, along + inner);
              Index[] source = new Index[data.shape().rank()];
              System.arraycopy(i, 0, source, 0, along);
              source[along] = position(positions.at(at), data.shape().extent(along));
              int rest = source.length - along - 1;
              System.arraycopy(i, along + inner, source, along + 1, rest);
              return data.at(source);
            }));
  }

  /** A stored position as an index that is inside of the axis whatever the value. */
  static Index position(Expr value, long extent) {
    Expr zero = Expr.constant(0L, value.dtype());
    Expr negative = new Expr.Compare(Expr.CompareOp.LT, value, zero);
    Expr fromEnd = Expr.add(value, Expr.constant(extent, value.dtype()));
    Index index = new Index.FromExpr(Expr.select(negative, fromEnd, value));
    return Index.min(Index.max(index, Index.ZERO), Index.of(Math.max(0, extent - 1)));
  }
}
