package dev.tilewright.core.schedule.step;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/** Adds a stage {@code NAME_scope} that copies a buffer, and lets the readers read the copy. */
public record CacheRead(String buffer, Buffer.Scope scope, List<String> readers) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
