package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/**
 * Turns a reduction loop into spatial axis number {@code axis} of a new stage {@code NAME_rf} of
 * partial results, which the stage then reduces.
 */
public record Rfactor(String stage, String iter, int axis) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
