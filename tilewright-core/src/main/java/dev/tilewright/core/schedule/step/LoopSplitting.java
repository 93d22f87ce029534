package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.LoopChange;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import java.util.List;

/** What the steps that split a loop have in common once their factors are known. */
final class LoopSplitting {
  private LoopSplitting() {}

  static ScheduleState split(StateEdit edit, String stageName, String iter, List<Long> factors) {
    Stage stage = edit.stage(stageName);
    edit.plainIter(stage, iter);
    if (factors.isEmpty()) {
      throw edit.refuse(stage, iter, "there are no factors; expected at least one");
    }
    for (long factor : factors) {
      if (factor < 1) {
        throw edit.refuse(stage, iter, "factor %d; expected at least 1".formatted(factor));
      }
    }
    edit.replace(stage.withChange(new LoopChange.Split(iter, factors)));
    edit.moveAttached(stageName, iter, iter + "." + factors.size());
    return edit.finish();
  }

  /** The factors of an earlier split step; refused if step number {@code index} is none. */
  static List<Long> factorsOf(
      StateEdit edit, Stage stage, String iter, List<Step> steps, int index) {
    if (index >= 0 && index < steps.size() && steps.get(index) instanceof Split split) {
      return split.factors();
    }
    throw edit.refuse(
        stage, iter, "step %d is not a split; expected an earlier split".formatted(index));
  }
}
