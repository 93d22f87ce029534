package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;

/**
 * The value of one axis of a stage's operation in terms of loop variables: {@code axis = base +
 * offset}. Lowering must guard the points where {@code offset >= extent}, {@code base + offset < 0}
 * or {@code base + offset >= axis.extent()} is possible.
 *
 * @param axis a spatial or reduction axis of the operation
 * @param base start of the region, over the loop variables that enclose the attach point; 0 for a
 *     root stage and for reduction axes
 * @param extent size of the region; the whole axis for a root stage and for reduction axes
 * @param offset position in the region, over the stage's own iterators
 */
public record AxisBinding(Var axis, Index base, long extent, Index offset) {
  public Index value() {
    return base.plus(offset);
  }
}
