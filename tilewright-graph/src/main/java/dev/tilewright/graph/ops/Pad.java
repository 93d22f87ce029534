package dev.tilewright.graph.ops;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;

/**
 * Elements added before and after each dimension; negative numbers take elements away.
 *
 * @param before number of elements before, one a dimension
 * @param after number of elements after, one a dimension
 * @param mode where the added elements come from
 * @param value the added elements of mode {@code CONSTANT}
 */
public record Pad(List<Long> before, List<Long> after, Mode mode, double value)
    implements Operator {
  /** Where added elements come from. */
  public enum Mode {
    CONSTANT,
    /** The nearest element of the input. */
    EDGE,
    /** The input mirrored at its first and last element, which are not repeated. */
    REFLECT,
    /** The input repeated. */
    WRAP
  }

  public Pad {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  @Override
  public String name() {
    return "pad";
  }

  @Override
  public String stageName() {
    return "T_pad";
  }

  @Override
  public List<TensorType> inferTypes(List<TensorType> inputs) {
    Operands operands = new Operands(this, inputs).requireCount(1);
    operands.requireRank(0, before.size()).requireRank(0, after.size());
    List<Long> extents = new ArrayList<>();
    for (int d = 0; d < before.size(); d++) {
      long extent = operands.get(0).extent(d);
      long padded = before.get(d) + extent + after.get(d);
      operands.require(padded >= 0, "axis %d would have the extent %d", d, padded);
      boolean reachable = Math.max(before.get(d), after.get(d)) < extent;
      operands.require(
          mode != Mode.REFLECT || reachable,
          "axis %d is padded by %d and %d; expected less than its extent %d to reflect",
          d,
          before.get(d),
          after.get(d),
          extent);
      operands.require(
          mode == Mode.CONSTANT || padded == 0 || extent > 0, "axis %d has no elements", d);
      extents.add(padded);
    }
    return List.of(new TensorType(operands.dtype(), Shape.of(extents)));
  }

  @Override
  public List<Buffer> emit(DagBuilder te, String name, List<Buffer> inputs) {
    Shape shape = inferTypes(TensorType.of(inputs)).getFirst().shape();
    return List.of(te.compute(name, shape, i -> element(inputs.getFirst(), i)));
  }

  private Expr element(Buffer input, Index[] position) {
    Index[] source = new Index[position.length];
    List<Expr> inside = new ArrayList<>();
    for (int d = 0; d < position.length; d++) {
      long extent = input.shape().extent(d);
      Index shifted = position[d].minus(before.get(d));
      boolean padded = before.get(d) > 0 || after.get(d) > 0;
      source[d] = padded ? sourceOf(shifted, extent) : shifted;
      if (mode == Mode.CONSTANT && before.get(d) > 0) {
        inside.add(Expr.ge(shifted, Index.ZERO));
      }
      if (mode == Mode.CONSTANT && after.get(d) > 0) {
        inside.add(Expr.lt(shifted, Index.of(extent)));
      }
    }
    Expr element = input.at(source);
    return inside.isEmpty()
        ? element
        : Expr.select(Reindex.all(inside), element, Expr.constant(value, input.dtype()));
  }

  private Index sourceOf(Index shifted, long extent) {
    return switch (mode) {
      case CONSTANT -> shifted;
      case EDGE -> Index.min(Index.max(shifted, Index.ZERO), Index.of(extent - 1));
      case REFLECT -> {
        Index positive = Index.max(shifted, shifted.times(-1));
        yield Index.min(positive, Index.of(2 * (extent - 1)).minus(positive));
      }
      case WRAP -> shifted.floorMod(extent);
    };
  }
}
