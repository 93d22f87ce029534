package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a loop into {@code parts} loops with the factors of an earlier split step (index in the
 * state's steps); the innermost takes the product of the factors that are left over. So a fused
 * consumer keeps the tiles of its producer, whatever numbers a search fills in.
 *
 * <pre>
 * step 0: split(T, i, [2, 8, 4])     follow_split(U, i, 0, 3) is split(U, i, [2, 32])
 * </pre>
 */
public record FollowSplit(String stage, String iter, int sourceStep, int parts) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    List<Long> source = LoopSplitting.factorsOf(edit, target, iter, state.steps(), sourceStep);
    if (parts < 2 || parts > source.size() + 1) {
      throw edit.refuse(
          target,
          iter,
          "%d parts of a split into %d; expected 2 to %2$d".formatted(parts, source.size() + 1));
    }
    List<Long> factors = new ArrayList<>(source.subList(0, parts - 2));
    factors.add(source.subList(parts - 2, source.size()).stream().reduce(1L, Math::multiplyExact));
    return LoopSplitting.split(edit, stage, iter, factors);
  }
}
