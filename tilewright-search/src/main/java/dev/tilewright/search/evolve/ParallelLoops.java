package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.Fuse;
import java.util.List;

/** Shares the fused outer loops of a stage at root among threads. */
final class ParallelLoops {
  private ParallelLoops() {}

  /** The state with the outer {@code depth} loops of the stage fused and parallel; 0 for none. */
  static ScheduleState apply(ScheduleState state, String stageName, int depth) {
    if (depth == 0) {
      return state;
    }
    Stage stage = state.findStage(stageName).orElseThrow();
    List<String> outer = stage.iters().subList(0, depth).stream().map(Iter::name).toList();
    if (depth == 1) {
      return new Annotate(stageName, outer.getFirst(), ForKind.PARALLEL).apply(state);
    }
    ScheduleState fused = new Fuse(stageName, outer).apply(state);
    return new Annotate(stageName, String.join("@", outer), ForKind.PARALLEL).apply(fused);
  }

  /** How many outer loops may be fused at most: spatial, serial, nothing attached between them. */
  static int maxDepth(ScheduleState state, Stage stage) {
    int depth = 0;
    for (Iter iter : stage.iters()) {
      if (iter.kind() != Iter.Kind.SPATIAL || !iter.annotation().equals(ForKind.SERIAL)) {
        break;
      }
      depth++;
      Placement here = new Placement.At(stage.name(), iter.name());
      if (state.stages().stream().anyMatch(other -> other.placement().equals(here))) {
        break;
      }
    }
    return depth;
  }
}
