package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/** Puts all loops of a stage in the given order, outermost first. */
public record Reorder(String stage, List<String> order) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
