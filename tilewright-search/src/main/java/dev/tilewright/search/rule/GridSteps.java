package dev.tilewright.search.rule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Split;
import java.util.Collections;
import java.util.List;

/** What rules for GPUs do to the loops of a stage. */
final class GridSteps {
  private GridSteps() {}

  static ScheduleState bind(ScheduleState state, String stage, String loop, ThreadAxis axis) {
    return new Annotate(stage, loop, new ForKind.Bound(axis)).apply(state);
  }

  /** Adjacent loops as one; a single loop stays. The result is called {@link #fusedName}. */
  static ScheduleState fuse(ScheduleState state, String stage, List<String> loops) {
    return loops.size() == 1 ? state : new Fuse(stage, loops).apply(state);
  }

  static String fusedName(List<String> loops) {
    return String.join("@", loops);
  }

  /** A split whose factors are open. */
  static ScheduleState split(ScheduleState state, String stage, String loop, int factors) {
    return new Split(stage, loop, Collections.nCopies(factors, 1L)).apply(state);
  }

  static List<String> loops(Stage stage, Iter.Kind kind) {
    return stage.iters().stream().filter(iter -> iter.kind() == kind).map(Iter::name).toList();
  }

  static Stage stage(ScheduleState state, String name) {
    return state.findStage(name).orElseThrow();
  }
}
