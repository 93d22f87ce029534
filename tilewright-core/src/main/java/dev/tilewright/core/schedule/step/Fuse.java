package dev.tilewright.core.schedule.step;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/** Fuses adjacent loops, outermost first, into one. */
public record Fuse(String stage, List<String> iters) implements Step {
  @Override
  public ScheduleState apply(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
