package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.ScheduleState;

/** Stores a constant input in another layout, see {@link BufferLayout}. */
public record RewriteLayout(String buffer, BufferLayout layout) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
