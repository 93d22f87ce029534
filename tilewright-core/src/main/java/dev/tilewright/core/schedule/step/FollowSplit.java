package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/**
 * Splits a loop into {@code parts} loops with the factors of an earlier split step (index in the
 * state's steps); the innermost takes the product of the factors that are left over.
 */
public record FollowSplit(String stage, String iter, int sourceStep, int parts) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
