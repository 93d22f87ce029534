package dev.tilewright.search.rule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.Annotate;
import java.util.List;

/**
 * Binds stages at root that no rule has bound: one thread an element, or a few elements next to
 * each other where nothing is computed inside.
 */
final class BindRemaining {
  private BindRemaining() {}

  static ScheduleState apply(ScheduleState sketch) {
    ScheduleState state = sketch;
    for (Stage stage : sketch.stages()) {
      boolean isBound =
          stage.iters().stream().anyMatch(iter -> iter.annotation() instanceof ForKind.Bound);
      List<String> loops = GridSteps.loops(stage, Iter.Kind.SPATIAL);
      if (stage.placement() instanceof Placement.Root && !isBound && !loops.isEmpty()) {
        state = bind(state, stage, loops);
      }
    }
    return state;
  }

  private static ScheduleState bind(ScheduleState before, Stage stage, List<String> loops) {
    boolean isPlain =
        !stage.op().isReduction()
            && before.stages().stream()
                .noneMatch(
                    other ->
                        other.placement() instanceof Placement.At(String target, var _)
                            && target.equals(stage.name()));
    ScheduleState state = GridSteps.fuse(before, stage.name(), loops);
    String fused = GridSteps.fusedName(loops);
    state = GridSteps.split(state, stage.name(), fused, isPlain ? 2 : 1);
    state = GridSteps.bind(state, stage.name(), fused + ".0", ThreadAxis.BLOCK_X);
    state = GridSteps.bind(state, stage.name(), fused + ".1", ThreadAxis.THREAD_X);
    return isPlain
        ? new Annotate(stage.name(), fused + ".2", ForKind.VECTORIZED).apply(state)
        : state;
  }
}
