package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import dev.tilewright.core.schedule.StorageAlignment;

/**
 * Pads the storage of an intermediate stage, see {@link
 * dev.tilewright.core.schedule.StorageAlignment}.
 */
public record StorageAlign(String stage, int axis, long factor, long offset) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    if (edit.isOutput(target)) {
      throw edit.refuse(target, "it is a result of the DAG; expected an intermediate stage");
    }
    int rank = target.op().axes().size();
    if (axis < 0 || axis >= rank) {
      throw edit.refuse(target, "axis %d; expected 0 to %d".formatted(axis, rank - 1));
    }
    if (factor < 1 || offset < 0 || offset >= factor) {
      throw edit.refuse(
          target, "factor %d, offset %d; expected 0 <= offset < factor".formatted(factor, offset));
    }
    edit.replace(target.withAlignment(new StorageAlignment(axis, factor, offset)));
    return edit.finish();
  }
}
