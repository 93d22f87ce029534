package dev.tilewright.search.build;

import dev.tilewright.core.schedule.ScheduleState;

/**
 * A machine that candidates are built for and run on. Programs are built by several threads at
 * once, and run by one at a time. All programs are closed before it is.
 */
public interface Backend extends AutoCloseable {
  /**
   * A program and where the time to make it went.
   *
   * @param times lowering and compiling only
   */
  record Built(CompiledProgram program, PhaseTimes times) {}

  /**
   * Makes a runnable program of a schedule.
   *
   * @throws dev.tilewright.core.lower.LoweringRefusedException if the schedule does not fit the
   *     machine
   */
  Built build(ScheduleState state);

  /** Gives back what programs run on. */
  @Override
  void close();
}
