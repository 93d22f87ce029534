package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.LoopChange;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import java.util.HashSet;
import java.util.List;

/**
 * Puts all loops of a stage in the given order, outermost first. Reductions may stand anywhere,
 * since combiners are associative and commutative.
 *
 * <pre>
 * for i         reorder([k, i])     for k
 *   for k                             for i
 * </pre>
 */
public record Reorder(String stage, List<String> order) implements Step {
  public Reorder {
    order = List.copyOf(order);
  }

  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    List<String> names = target.iters().stream().map(Iter::name).toList();
    order.forEach(name -> edit.iter(target, name));
    if (order.size() != names.size() || new HashSet<>(order).size() != names.size()) {
      throw edit.refuse(
          target, "got the order %s; expected each of %s once".formatted(order, names));
    }
    edit.replace(target.withChange(new LoopChange.Reorder(order)));
    return edit.finish();
  }
}
