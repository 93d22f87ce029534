package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;

/**
 * Sets the automatic unroll depth of a stage: inner loops are written out while the body stays
 * within {@code autoUnrollMaxStep} statements.
 */
public record Pragma(String stage, long autoUnrollMaxStep) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    if (autoUnrollMaxStep < 0) {
      throw edit.refuse(
          target, "an unroll depth of %d; expected 0 or more".formatted(autoUnrollMaxStep));
    }
    edit.replace(target.withAutoUnrollMaxStep(autoUnrollMaxStep));
    return edit.finish();
  }
}
