package dev.tilewright.core.schedule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;

/**
 * Which reduction loops may be bound to threads: the only one of its stage, to {@code threadIdx.x},
 * so that neighbouring lanes of warps take part.
 */
final class ReductionBindingRules {
  private static final long WARP = 32;

  private ReductionBindingRules() {}

  static void check(StateEdit edit, Stage stage, Iter iter, ThreadAxis axis) {
    if (axis != ThreadAxis.THREAD_X) {
      throw edit.refuse(
          stage, iter.name(), "a reduction bound to %s; expected THREAD_X".formatted(axis));
    }
    for (Iter other : stage.iters()) {
      if (other.kind() != Iter.Kind.SPATIAL && other != iter) {
        throw edit.refuse(
            stage,
            iter.name(),
            "a reduction bound to threads beside the reduction loop %s; expected it alone; rfactor it first"
                .formatted(other.name()));
      }
    }
    long extent = iter.extent();
    boolean inWarp = extent <= WARP && Long.bitCount(extent) == 1;
    if (!inWarp && (extent == 0 || extent % WARP != 0)) {
      throw edit.refuse(
          stage,
          iter.name(),
          "%d threads reduce; expected a power of two up to 32 or a multiple of 32"
              .formatted(extent));
    }
    if (!stage.isShared() && isInsideThreads(edit, stage)) {
      throw edit.refuse(
          stage,
          iter.name(),
          "a reduction bound to threads inside a loop bound to the same threads; expected it"
              + " outside");
    }
  }

  private static boolean isInsideThreads(StateEdit edit, Stage stage) {
    Placement place = stage.placement();
    while (place instanceof Placement.At(String target, String loop)) {
      Stage parent = edit.find(target).orElseThrow();
      for (Iter outer : parent.iters().subList(0, parent.position(loop) + 1)) {
        if (outer.annotation().equals(new ForKind.Bound(ThreadAxis.THREAD_X))) {
          return true;
        }
      }
      place = parent.placement();
    }
    return false;
  }
}
