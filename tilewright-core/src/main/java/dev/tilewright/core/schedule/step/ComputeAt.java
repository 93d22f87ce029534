package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;

/** Computes a stage inside a loop of a consumer, only the region read there. */
public record ComputeAt(String stage, String targetStage, String targetIter) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
