package dev.tilewright.core.schedule.step;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.ScheduleState;

/** Says how a loop is executed. */
public record Annotate(String stage, String iter, ForKind kind) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
