package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.LoopChange;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import java.util.List;

/**
 * Fuses adjacent loops, outermost first, into one.
 *
 * <pre>
 * for i (0,3)         fuse(i, j)     for i@j (0,12)
 *   for j (0,4)
 * </pre>
 *
 * All are spatial or all are reductions. What is attached at the innermost moves to the new loop;
 * what is attached at another one has no place any more, so that the step is refused.
 */
public record Fuse(String stage, List<String> iters) implements Step {
  public Fuse {
    iters = List.copyOf(iters);
  }

  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    if (iters.isEmpty()) {
      throw edit.refuse(target, "there are no iterators; expected at least one");
    }
    checkLoops(edit, target);
    checkExtent(edit, target);
    edit.replace(target.withChange(new LoopChange.Fuse(iters)));
    edit.moveAttached(stage, iters.getLast(), String.join("@", iters));
    return edit.finish();
  }

  private void checkLoops(StateEdit edit, Stage target) {
    Iter first = edit.iter(target, iters.getFirst());
    for (int i = 0; i < iters.size(); i++) {
      String name = iters.get(i);
      Iter iter = edit.plainIter(target, name);
      if (iter.kind() != first.kind()) {
        throw edit.refuse(
            target, name, "it is a %s loop; expected %s".formatted(iter.kind(), first.kind()));
      }
      if (target.position(name) != target.position(first.name()) + i) {
        throw edit.refuse(
            target, name, "it is not next in the nest; expected adjacent loops; reorder first");
      }
      if (i < iters.size() - 1 && hasAttached(edit, name)) {
        throw edit.refuse(
            target, name, "a stage is computed at it; expected one only at the innermost loop");
      }
    }
  }

  private boolean hasAttached(StateEdit edit, String name) {
    Placement place = new Placement.At(stage, name);
    return edit.stages().stream().anyMatch(other -> other.placement().equals(place));
  }

  private void checkExtent(StateEdit edit, Stage target) {
    long extent = 1;
    for (String name : iters) {
      long next = edit.iter(target, name).extent();
      if (next != 0 && extent > Long.MAX_VALUE / next) {
        throw edit.refuse(target, name, "the fused extent does not fit in 64 bits");
      }
      extent *= next;
    }
  }
}
