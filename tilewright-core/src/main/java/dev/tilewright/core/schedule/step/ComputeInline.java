package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import dev.tilewright.core.te.Compute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Replaces the reads of a pointwise stage by its expression.
 *
 * <pre>
 * A[i] = x[i] + 1;  B[i] = A[i] * 2     compute_inline(A)     B[i] = (x[i] + 1) * 2
 * </pre>
 */
public record ComputeInline(String stage) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    if (target.op().isReduction()) {
      throw edit.refuse(target, "it is a reduction; expected a pointwise stage");
    }
    if (edit.isOutput(target)) {
      throw edit.refuse(target, "it is a result of the DAG; expected an intermediate stage");
    }
    List<Stage> attached = edit.attachedIn(stage);
    if (!attached.isEmpty()) {
      throw edit.refuse(
          target,
          "stage %s is computed in it; expected none".formatted(attached.getFirst().name()));
    }
    for (Stage consumer : edit.consumers(target)) {
      edit.replace(
          consumer.withOp(OpRewrite.mapLoads(consumer.op(), load -> inlined(target.op(), load))));
    }
    edit.replace(target.withPlacement(Placement.INLINED));
    return edit.finish();
  }

  private static Expr inlined(Compute op, Expr.Load load) {
    int component = op.outputs().indexOf(load.buffer());
    if (component < 0) {
      return load;
    }
    Map<Var, Index> arguments = new HashMap<>();
    for (int axis = 0; axis < op.axes().size(); axis++) {
      arguments.put(op.axes().get(axis), load.indices().get(axis));
    }
    return Exprs.substitute(op.body().values().get(component), arguments);
  }
}
