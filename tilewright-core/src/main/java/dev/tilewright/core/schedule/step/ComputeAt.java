package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;

/**
 * Computes a stage inside a loop of a consumer, only the region read there.
 *
 * <pre>
 * for i (0,8): A[i] = …         compute_at(A, B, i)     for i (0,8)
 * for i (0,8): B[i] = A[i]                                for i' (0,1): A[i + i'] = …
 *                                                         B[i] = A[i]
 * </pre>
 *
 * All consumers must be inside that loop. The stage keeps the structure of its loops; extents
 * shrink with the region. Results of the DAG stay at root.
 */
public record ComputeAt(String stage, String targetStage, String targetIter) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage moved = edit.stage(stage);
    Stage target = edit.stage(targetStage);
    edit.iter(target, targetIter);
    if (edit.isOutput(moved)) {
      throw edit.refuse(moved, "it is a result of the DAG; expected an intermediate stage");
    }
    if (edit.stages().indexOf(moved) >= edit.stages().indexOf(target)) {
      throw edit.refuse(moved, targetStage + " does not depend on it; expected a consumer");
    }
    edit.replace(moved.withPlacement(new Placement.At(targetStage, targetIter)));
    return edit.finish();
  }
}
