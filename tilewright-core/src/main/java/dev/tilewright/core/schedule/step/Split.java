package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/**
 * Splits a loop; {@code factors} are the extents of the inner loops, outermost first, the outer one
 * is the ceiling of what is left. A factor beyond what is left of the extent is clipped to it. If
 * the factors do not divide the extent, the points beyond it are guarded.
 *
 * <pre>
 * for i (0,10)     split(i, [4])      for i.0 (0,3)
 *   …                                   for i.1 (0,4)
 *                                         if i.0*4 + i.1 &lt; 10 …
 * </pre>
 *
 * What is attached at the loop moves to the innermost of the new loops.
 */
public record Split(String stage, String iter, List<Long> factors) implements Step {
  public Split {
    factors = List.copyOf(factors);
  }

  @Override
  public ScheduleState apply(ScheduleState state) {
    return LoopSplitting.split(state.edit(this), stage, iter, factors);
  }
}
