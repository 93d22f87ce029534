package dev.tilewright.search.rule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Rfactor;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the threads of a block make each sum together: rows of a block, threads along the reduction
 * and lanes of a load are open. An elementwise consumer is computed by the thread that has the
 * result.
 *
 * <pre>
 * for i: for k: S        block_x i.0: thread_y i.1: thread_x k.1
 *                          S_rf_rf: for k.0: vectorized k.2     lanes of each thread
 *                          S_rf: for k.2                        each thread's sum
 *                          S                                    all threads together
 * </pre>
 */
final class ReduceAcrossThreads implements SketchRule {
  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    boolean applies =
        stage.op().isReduction()
            && stage.changes().isEmpty()
            && stage.placement() instanceof Placement.Root
            && StageFacts.points(stage.op().reduceAxes()) > 1;
    if (!applies) {
      return List.of();
    }
    try {
      return List.of(reduce(derivation));
    } catch (StepRefusedException notPossible) {
      return List.of();
    }
  }

  private static Derivation reduce(Derivation derivation) {
    Stage stage = derivation.stage();
    String name = stage.name();
    int position = derivation.position();
    int rank = stage.op().axes().size();
    String owner =
        StageFacts.elementwiseConsumer(derivation.state(), stage)
            .filter(consumer -> !consumer.iters().isEmpty())
            .map(Stage::name)
            .orElse(name);
    List<String> reduce = GridSteps.loops(stage, Iter.Kind.REDUCE);
    String k = GridSteps.fusedName(reduce);
    ScheduleState state = GridSteps.fuse(derivation.state(), name, reduce);
    state = GridSteps.split(state, name, k, 2);
    state = new Rfactor(name, k + ".1", rank).apply(state);
    String each = state.stages().get(position).name();
    state = new Rfactor(each, k + ".2", rank + 1).apply(state);
    String lanes = state.stages().get(position).name();
    state = bindRows(state, owner);
    if (!owner.equals(name)) {
      List<Iter> iters = GridSteps.stage(state, owner).iters();
      state = new ComputeAt(name, owner, iters.getLast().name()).apply(state);
    }
    state = GridSteps.bind(state, name, k + ".1", ThreadAxis.THREAD_X);
    state = new ComputeAt(each, name, k + ".1").apply(state);
    state = new ComputeAt(lanes, each, k + ".1").apply(state);
    List<String> order = new ArrayList<>();
    GridSteps.stage(state, lanes).iters().forEach(iter -> order.add(iter.name()));
    order.remove(k + ".2");
    order.add(k + ".2");
    state = new Reorder(lanes, order).apply(state);
    state = new Annotate(lanes, k + ".2", ForKind.VECTORIZED).apply(state);
    state = new Annotate(each, k + ".2", ForKind.UNROLLED).apply(state);
    return new Derivation(state, position - 1);
  }

  private static ScheduleState bindRows(ScheduleState before, String owner) {
    List<String> rows = GridSteps.loops(GridSteps.stage(before, owner), Iter.Kind.SPATIAL);
    if (rows.isEmpty()) {
      return before;
    }
    String fused = GridSteps.fusedName(rows);
    ScheduleState state = GridSteps.fuse(before, owner, rows);
    state = GridSteps.split(state, owner, fused, 1);
    state = GridSteps.bind(state, owner, fused + ".0", ThreadAxis.BLOCK_X);
    return GridSteps.bind(state, owner, fused + ".1", ThreadAxis.THREAD_Y);
  }
}
