package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/**
 * Splits a loop in two by the product, over several earlier split steps, of the extents at {@code
 * level}; that product is the inner extent if {@code factor}, else the outer.
 */
public record FollowFusedSplit(
    String stage, String iter, List<Integer> sourceSteps, int level, boolean factor)
    implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
