package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/** Takes a stage back to a kernel of its own. */
public record ComputeRoot(String stage) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
