package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.ScheduleState;

/**
 * Computes a stage into a new stage {@code NAME_scope} first; the stage itself becomes a copy of
 * it.
 */
public record CacheWrite(String stage, Buffer.Scope scope) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
