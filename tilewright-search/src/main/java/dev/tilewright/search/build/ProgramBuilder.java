package dev.tilewright.search.build;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;

/** Makes runnable programs of schedules. Safe for use by several threads at once. */
public interface ProgramBuilder {
  /**
   * A program and where the time to make it went.
   *
   * @param times lowering and compiling only
   */
  record Built(CompiledProgram program, PhaseTimes times) {}

  /**
   * @param target the machine that this process runs on
   * @throws dev.tilewright.core.lower.LoweringRefusedException if the schedule does not fit the
   *     machine
   */
  Built build(ScheduleState state, CpuTarget target);
}
