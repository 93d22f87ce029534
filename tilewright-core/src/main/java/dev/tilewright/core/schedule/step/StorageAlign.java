package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/** Pads the storage of a stage, see {@link dev.tilewright.core.schedule.StorageAlignment}. */
public record StorageAlign(String stage, int axis, long factor, long offset) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
