package dev.tilewright.core.lower;

import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ScheduleState;

/** From a schedule state to kernels, as a readable list of passes. */
public final class Lowering {
  private Lowering() {}

  public static Program lower(ScheduleState state) {
    throw new UnsupportedOperationException("not yet");
  }
}
