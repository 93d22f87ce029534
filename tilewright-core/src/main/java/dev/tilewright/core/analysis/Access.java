package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One read of a buffer by a computation.
 *
 * @param indices the place, over the axes of the computation
 */
public record Access(Buffer buffer, List<Index> indices) {
  /** How a simple access maps axes to dimensions. Axes of extent 1 are not looked at. */
  public record Simple(boolean axisMissing, boolean axisRepeated, boolean sameOrder) {
    /** True if each axis stands in one dimension, in order. */
    public boolean isElementwise() {
      return !axisMissing && !axisRepeated && sameOrder;
    }
  }

  /** All reads of a computation, in the order in which they are written. */
  public static List<Access> of(Compute compute) {
    List<Access> accesses = new ArrayList<>();
    for (Expr value : compute.body().values()) {
      Exprs.forEach(
          value,
          node -> {
            if (node instanceof Expr.Load(Buffer buffer, List<Index> indices)) {
              accesses.add(new Access(buffer, indices));
            }
          });
    }
    return accesses;
  }

  /** True if the place depends on the variable. */
  public boolean uses(Var var) {
    return indices.stream().anyMatch(index -> Exprs.uses(index, var));
  }

  /**
   * How the spatial axes of the reader map to the dimensions, if every index is an axis with an
   * optional constant shift, or a constant: {@code A[i, j + 1]} is simple, {@code A[i, j + k]} and
   * {@code A[i*2]} are not.
   */
  public Optional<Simple> simple(Compute reader) {
    int[] uses = new int[reader.axes().size()];
    int last = -1;
    boolean sameOrder = true;
    for (Index index : indices) {
      Affine affine = Affine.of(index);
      if (affine.isConstant()) {
        continue;
      }
      int axis = shiftedAxis(affine, reader.axes());
      if (axis < 0) {
        return Optional.empty();
      }
      uses[axis]++;
      sameOrder &= axis >= last;
      last = axis;
    }
    boolean missing = false;
    boolean repeated = false;
    for (int axis = 0; axis < uses.length; axis++) {
      missing |= uses[axis] == 0 && reader.axes().get(axis).extent() > 1;
      repeated |= uses[axis] > 1;
    }
    return Optional.of(new Simple(missing, repeated, sameOrder));
  }

  /** True if dimension {@code d} is indexed by axis {@code d} with an optional constant shift. */
  boolean followsAxis(int d, Compute reader) {
    Affine affine = Affine.of(indices.get(d));
    Var axis = reader.axes().get(d);
    return affine.isConstant() ? axis.extent() == 1 : affine.equals(shifted(axis, affine));
  }

  private static int shiftedAxis(Affine affine, List<Var> axes) {
    for (int axis = 0; axis < axes.size(); axis++) {
      if (affine.coefficient(axes.get(axis)) == 1) {
        return affine.equals(shifted(axes.get(axis), affine)) ? axis : -1;
      }
    }
    return -1;
  }

  private static Affine shifted(Var axis, Affine affine) {
    return Affine.of(Index.of(axis)).plus(affine.constant());
  }
}
