package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StateEdit;
import java.util.List;

/**
 * Splits a loop in two by the product, over several earlier split steps, of their factor number
 * {@code level} (0 is the outermost inner loop). The product is the extent of the inner loop if
 * {@code factor}, else of the outer one. So a stage of a GPU kernel gets as many threads as the
 * fused loops of another one.
 *
 * <pre>
 * step 0: split(T, i, [2, 8])   step 1: split(T, j, [4, 4])
 * follow_fused_split(U, k, [0, 1], 1, true) is split(U, k, [32])
 * </pre>
 */
public record FollowFusedSplit(
    String stage, String iter, List<Integer> sourceSteps, int level, boolean factor)
    implements Step {
  public FollowFusedSplit {
    sourceSteps = List.copyOf(sourceSteps);
  }

  @Override
  public ScheduleState apply(ScheduleState state) {
    StateEdit edit = state.edit(this);
    Stage target = edit.stage(stage);
    Iter loop = edit.iter(target, iter);
    long product = 1;
    for (int source : sourceSteps) {
      List<Long> factors = LoopSplitting.factorsOf(edit, target, iter, state.steps(), source);
      if (level < 0 || level >= factors.size()) {
        throw edit.refuse(
            target,
            iter,
            "level %d of split step %d; expected 0 to %d"
                .formatted(level, source, factors.size() - 1));
      }
      product = Math.multiplyExact(product, factors.get(level));
    }
    long inner = factor ? product : Math.max(1, Math.ceilDiv(loop.extent(), product));
    return LoopSplitting.split(edit, stage, iter, List.of(inner));
  }
}
