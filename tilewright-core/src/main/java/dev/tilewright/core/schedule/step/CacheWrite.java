package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.LoopChange;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Computes a stage into a new stage {@code NAME_scope} first; the stage itself becomes a copy of
 * it. With the new stage attached in the copy, a tile is accumulated in fast memory.
 *
 * <pre>
 * T[i] = sum(a[i, k])     cache_write(T, local)     T_local[i] = sum(a[i, k])
 *                                                   T[i] = T_local[i]
 * </pre>
 *
 * The loops of the stage are still plain; both stages start with plain loops.
 */
public record CacheWrite(String stage, Buffer.Scope scope) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    List<LoopChange> changes = target.changes();
    if (!changes.isEmpty()) {
      throw edit.refuse(target, "its loops are changed already; expected plain loops; do it first");
    }
    Compute op = target.op();
    List<Buffer> cached = new ArrayList<>();
    for (Buffer output : op.outputs()) {
      String name = edit.freshName(output.name() + "_" + scope.name().toLowerCase(Locale.ROOT));
      cached.add(new Buffer(name, output.dtype(), output.shape(), scope));
    }
    List<String> axisNames = op.axes().stream().map(Var::name).toList();
    edit.insertBefore(stage, Stage.plain(new Compute(cached, op.axes(), op.body())));
    edit.replace(
        Stage.plain(OpRewrite.copy(cached, op.outputs(), axisNames))
            .withPlacement(target.placement())
            .withAlignment(target.alignment()));
    return edit.finish();
  }
}
