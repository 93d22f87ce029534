package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/** Sets the automatic unroll depth of a stage. */
public record Pragma(String stage, long autoUnrollMaxStep) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
