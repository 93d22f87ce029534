package dev.tilewright.core.schedule.step;

import dev.tilewright.base.Shape;
import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.LoopGuard;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns a reduction loop into spatial axis number {@code axis} of a new stage {@code NAME_rf} of
 * partial results, which the stage then reduces.
 *
 * <pre>
 * T[i] = sum(k.0, k.1: a[i, k.0*4 + k.1])
 *   rfactor(T, k.1, 1)
 * T_rf[i, k.1] = sum(k.0: a[i, k.0*4 + k.1])
 * T[i] = sum(k.1: T_rf[i, k.1])
 * </pre>
 *
 * Points beyond the reduction axes, which a split that does not divide yields, contribute the
 * combiner's identity. The spatial loops of the stage are still plain; both stages start with plain
 * loops, and whatever the reduction loops were split into become the reduction axes of {@code
 * NAME_rf}.
 */
public record Rfactor(String stage, String iter, int axis) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    Iter factored = edit.plainIter(target, iter);
    check(edit, target, factored);
    Compute op = target.op();
    List<Buffer> partial = new ArrayList<>();
    Var partialAxis = new Var(iter, factored.extent());
    Compute factors = factors(edit, target, partialAxis, partial);
    edit.insertBefore(stage, Stage.plain(factors));
    edit.replace(
        Stage.plain(reduceAgain(op, partial, new Var(iter, factored.extent())))
            .withPlacement(target.placement())
            .withAlignment(target.alignment()));
    return edit.finish();
  }

  private void check(StateEdit edit, Stage target, Iter factored) {
    if (factored.kind() != Iter.Kind.REDUCE) {
      throw edit.refuse(target, iter, "it is a spatial loop; expected a reduction loop");
    }
    int rank = target.op().axes().size();
    if (axis < 0 || axis > rank) {
      throw edit.refuse(target, iter, "axis %d; expected 0 to %d".formatted(axis, rank));
    }
    for (int i = 0; i < rank; i++) {
      if (!(target.bindings().get(i).offset() instanceof Index.Ref)) {
        throw edit.refuse(
            target,
            iter,
            "the spatial axis %s is split or fused; expected plain spatial loops; do it first"
                .formatted(target.op().axes().get(i).name()));
      }
    }
    if (!edit.attachedIn(stage).isEmpty()) {
      throw edit.refuse(
          target,
          iter,
          "stage %s is computed in it; expected none"
              .formatted(edit.attachedIn(stage).getFirst().name()));
    }
  }

  /** The stage of partial results; adds its outputs to {@code partial}. */
  private Compute factors(StateEdit edit, Stage target, Var partialAxis, List<Buffer> partial) {
    Compute op = target.op();
    Compute.Reduction reduction = (Compute.Reduction) op.body();
    List<Var> axes = new ArrayList<>(op.axes());
    axes.add(axis, partialAxis);
    long[] extents = axes.stream().mapToLong(Var::extent).toArray();
    for (Buffer output : op.outputs()) {
      partial.add(
          new Buffer(edit.freshName(output.name() + "_rf"), output.dtype(), Shape.of(extents)));
    }
    Map<Var, Index> loopValues = new HashMap<>();
    List<Var> remaining = new ArrayList<>();
    for (Iter loop : target.iters()) {
      if (loop.name().equals(iter)) {
        loopValues.put(loop.var(), Index.of(partialAxis));
      } else if (loop.kind() == Iter.Kind.REDUCE) {
        Var reduceAxis = new Var(loop.name(), loop.extent());
        remaining.add(reduceAxis);
        loopValues.put(loop.var(), Index.of(reduceAxis));
      }
    }
    List<Expr> values = guardedValues(target, reduction, loopValues);
    return new Compute(
        partial, axes, new Compute.Reduction(reduction.combiner(), remaining, values));
  }

  private static List<Expr> guardedValues(
      Stage target, Compute.Reduction reduction, Map<Var, Index> loopValues) {
    Map<Var, Index> arguments = new HashMap<>();
    List<Expr> inside = new ArrayList<>();
    int rank = target.op().axes().size();
    for (AxisBinding binding : target.bindings().subList(rank, target.bindings().size())) {
      Index value = Exprs.substitute(binding.value(), loopValues);
      arguments.put(binding.axis(), value);
      requireBelow(value, binding.extent(), inside);
    }
    for (LoopGuard loop : target.guards()) {
      requireBelow(Exprs.substitute(loop.value(), loopValues), loop.extent(), inside);
    }
    List<Expr> values = new ArrayList<>();
    for (int t = 0; t < reduction.values().size(); t++) {
      Expr value = Exprs.substitute(reduction.values().get(t), arguments);
      Expr identity = reduction.combiner().identities().get(t);
      values.add(
          inside.stream()
              .reduce(Expr::and)
              .map(condition -> Expr.select(condition, value, identity))
              .orElse(value));
    }
    return values;
  }

  private static void requireBelow(Index value, long extent, List<Expr> conditions) {
    Expr condition = Expr.lt(value, Index.of(extent));
    if (!Simplifier.provablyTrue(condition)) {
      conditions.add(condition);
    }
  }

  private Compute reduceAgain(Compute op, List<Buffer> partial, Var reduceAxis) {
    List<Index> indices = new ArrayList<>(Index.refs(op.axes()));
    indices.add(axis, Index.of(reduceAxis));
    List<Expr> loads = new ArrayList<>();
    partial.forEach(buffer -> loads.add(new Expr.Load(buffer, indices)));
    Compute.Reduction reduction = (Compute.Reduction) op.body();
    return new Compute(
        op.outputs(),
        op.axes(),
        new Compute.Reduction(reduction.combiner(), List.of(reduceAxis), loads));
  }
}
