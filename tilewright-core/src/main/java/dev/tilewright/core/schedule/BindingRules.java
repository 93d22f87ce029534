package dev.tilewright.core.schedule;

import dev.tilewright.core.ir.ForKind;
import java.util.List;

/** Which loops may be bound to the blocks and threads of a GPU. */
final class BindingRules {
  private BindingRules() {}

  /**
   * Checks one bound loop of a stage.
   *
   * @throws StepRefusedException naming the loop that is wrong
   */
  static void check(StateEdit edit, Stage stage, int position, ForKind.ThreadAxis axis) {
    Iter iter = stage.iters().get(position);
    if (iter.kind() == Iter.Kind.REDUCE && axis.isThread()) {
      ReductionBindingRules.check(edit, stage, iter, axis);
    } else {
      AnnotationRules.requireSpatial(edit, stage, iter, "bound to " + axis);
    }
    List<Iter> outer = stage.iters().subList(0, position);
    for (Iter other : outer) {
      if (other.annotation().equals(iter.annotation()) && axis != ForKind.ThreadAxis.VTHREAD) {
        throw edit.refuse(
            stage,
            iter.name(),
            "%s has %s already; expected another axis; fuse the loops to bind both"
                .formatted(other.name(), axis));
      }
      if (other.annotation() instanceof ForKind.Parallel
          || other.annotation() instanceof ForKind.Vectorized) {
        throw edit.refuse(
            stage,
            iter.name(),
            "bound to %s inside %s, which is %s; expected bound or serial loops around"
                .formatted(
                    axis,
                    other.name(),
                    other.annotation() instanceof ForKind.Parallel ? "parallel" : "vectorized"));
      }
    }
    if (axis.isThread()) {
      checkThread(edit, stage, iter, axis);
    } else {
      checkOutermost(edit, stage, iter, axis, outer);
    }
  }

  /** The elements of a local buffer belong to one thread each, which has to write all of them. */
  private static void checkThread(StateEdit edit, Stage stage, Iter iter, ForKind.ThreadAxis axis) {
    boolean eachForItself = stage.placement() instanceof Placement.At && !stage.isShared();
    if (eachForItself && iter.kind() != Iter.Kind.REDUCE) {
      throw edit.refuse(
          stage,
          iter.name(),
          "bound to %s, but each thread has what the stage writes for itself; expected a stage at"
                  .formatted(axis)
              + " root or in shared memory");
    }
  }

  private static void checkOutermost(
      StateEdit edit, Stage stage, Iter iter, ForKind.ThreadAxis axis, List<Iter> outer) {
    if (!(stage.placement() instanceof Placement.Root)) {
      throw edit.refuse(
          stage,
          iter.name(),
          "bound to %s in a stage computed inside another; expected a stage at root"
              .formatted(axis));
    }
    for (Iter other : outer) {
      boolean fits =
          other.annotation() instanceof ForKind.Bound(var around)
              && (around.isBlock() || axis == ForKind.ThreadAxis.VTHREAD);
      if (!fits) {
        throw edit.refuse(
            stage,
            iter.name(),
            "bound to %s inside %s; expected it outermost; reorder first"
                .formatted(axis, other.name()));
      }
    }
  }
}
