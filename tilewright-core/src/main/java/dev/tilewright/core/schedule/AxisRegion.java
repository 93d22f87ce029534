package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;

/**
 * The part of an axis that a stage covers: {@code base <= axis < base + extent}. It may stick out
 * of the axis at either end.
 *
 * @param base over the loop variables that enclose the stage
 */
record AxisRegion(Index base, long extent) {
  /** The whole axis. */
  static AxisRegion whole(Var axis) {
    return new AxisRegion(Index.ZERO, axis.extent());
  }
}
