package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StateEdit;

/**
 * Takes an attached stage back to a kernel of its own, over all of its elements; the opposite of
 * {@link ComputeAt}.
 */
public record ComputeRoot(String stage) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    edit.replace(edit.stage(stage).withPlacement(Placement.ROOT));
    return edit.finish();
  }
}
