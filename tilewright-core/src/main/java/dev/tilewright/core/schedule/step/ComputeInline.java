package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/** Replaces the reads of a pointwise stage by its expression. */
public record ComputeInline(String stage) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
