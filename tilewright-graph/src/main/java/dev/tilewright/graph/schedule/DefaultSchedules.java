package dev.tilewright.graph.schedule;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.core.te.ComputeDag;

/** What a task runs with before, or without, a search, on each kind of target. */
public final class DefaultSchedules {
  private DefaultSchedules() {}

  /** The schedule; its steps are {@link ScheduleState#steps}. It depends on the arguments alone. */
  public static ScheduleState of(ComputeDag dag, Target target) {
    return switch (target) {
      case CpuTarget cpu -> DefaultSchedule.of(dag, cpu);
      case GpuTarget gpu -> GpuDefaultSchedule.of(dag, gpu);
    };
  }
}
