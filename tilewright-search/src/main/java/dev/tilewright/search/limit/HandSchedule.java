package dev.tilewright.search.limit;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import java.util.List;

/** A program that is scheduled by hand. */
final class HandSchedule {
  private HandSchedule() {}

  static ScheduleState of(ComputeDag dag, List<Step> steps) {
    ScheduleState state = ScheduleState.initial(dag);
    for (Step step : steps) {
      state = step.apply(state);
    }
    return state;
  }
}
