package dev.tilewright.core.schedule;

import dev.tilewright.core.ir.ForKind;
import java.util.List;

/** What may be annotated, given where a stage and its loops stand. */
final class AnnotationRules {
  /** More lanes than any target's vectors of bytes need; longer loops are split first. */
  private static final long MAX_LANES = 128;

  /** Writing out more copies than this makes programs that nobody wants to compile. */
  private static final long MAX_UNROLL = 1024;

  private AnnotationRules() {}

  /**
   * Checks all loops of a stage.
   *
   * @throws StepRefusedException naming the loop that is wrong
   */
  static void check(StateEdit edit, Stage stage) {
    if (stage.placement() instanceof Placement.Inlined) {
      return;
    }
    for (int position = 0; position < stage.iters().size(); position++) {
      Iter iter = stage.iters().get(position);
      switch (iter.annotation()) {
        case ForKind.Serial() -> {}
        case ForKind.Parallel() -> checkParallel(edit, stage, position);
        case ForKind.Vectorized() -> checkVectorized(edit, stage, position);
        case ForKind.Unrolled() -> checkUnrolled(edit, stage, iter);
        case ForKind.Bound(var axis) -> BindingRules.check(edit, stage, position, axis);
      }
    }
  }

  private static void checkParallel(StateEdit edit, Stage stage, int position) {
    Iter iter = stage.iters().get(position);
    if (position != 0 || !(stage.placement() instanceof Placement.Root)) {
      throw edit.refuse(
          stage,
          iter.name(),
          "parallel inside another loop; expected the outermost loop of a stage at root; fuse the"
              + " loops first");
    }
    requireSpatial(edit, stage, iter, "parallel");
  }

  private static void checkVectorized(StateEdit edit, Stage stage, int position) {
    Iter iter = stage.iters().get(position);
    requireSpatial(edit, stage, iter, "vectorized");
    if (iter.extent() > MAX_LANES) {
      throw edit.refuse(
          stage,
          iter.name(),
          "%d vector lanes; expected at most %d; split the loop first"
              .formatted(iter.extent(), MAX_LANES));
    }
    for (Iter inner : stage.iters().subList(position + 1, stage.iters().size())) {
      if (inner.annotation() instanceof ForKind.Vectorized) {
        throw edit.refuse(
            stage, iter.name(), "vectorized around %s; expected one".formatted(inner.name()));
      }
    }
    List<Iter> inside = stage.iters().subList(position, stage.iters().size());
    for (Stage attached : edit.attachedIn(stage.name())) {
      Placement.At at = (Placement.At) attached.placement();
      if (inside.stream().anyMatch(loop -> loop.name().equals(at.iter()))) {
        throw edit.refuse(
            stage,
            iter.name(),
            "stage %s is computed inside a vectorized loop; expected it outside"
                .formatted(attached.name()));
      }
    }
  }

  private static void checkUnrolled(StateEdit edit, Stage stage, Iter iter) {
    if (iter.extent() > MAX_UNROLL) {
      throw edit.refuse(
          stage,
          iter.name(),
          "unrolled %d times; expected at most %d; split the loop first"
              .formatted(iter.extent(), MAX_UNROLL));
    }
  }

  static void requireSpatial(StateEdit edit, Stage stage, Iter iter, String how) {
    if (iter.kind() != Iter.Kind.SPATIAL) {
      throw edit.refuse(
          stage,
          iter.name(),
          "a reduction cannot be %s; expected a spatial loop; rfactor makes one".formatted(how));
    }
  }
}
