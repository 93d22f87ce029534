package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/**
 * Splits a loop; {@code factors} are the extents of the inner loops, outermost first, the outer one
 * is the ceiling of what is left.
 */
public record Split(String stage, String iter, List<Long> factors) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
