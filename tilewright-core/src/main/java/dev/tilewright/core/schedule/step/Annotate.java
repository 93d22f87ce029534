package dev.tilewright.core.schedule.step;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.LoopChange;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;

/**
 * Says how a loop is executed: one after the other, in parallel (only the outermost loop of a stage
 * at root), as vector lanes or written out (both of bounded length, vectors only of spatial loops).
 *
 * <pre>
 * for j (0,16)     annotate(j, vectorized)     for j (0,16) vectorized
 * </pre>
 */
public record Annotate(String stage, String iter, ForKind kind) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    edit.iter(target, iter);
    edit.replace(target.withChange(new LoopChange.Annotate(iter, kind)));
    return edit.finish();
  }
}
