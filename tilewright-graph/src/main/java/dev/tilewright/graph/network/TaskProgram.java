package dev.tilewright.graph.network;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.core.schedule.ScheduleState;

/**
 * The kernels of a task.
 *
 * @param prefix of the kernels' names in the network
 * @param name of the task
 * @param state the schedule; its DAG has the task's inputs and outputs in order, maybe under other
 *     names
 */
record TaskProgram(String prefix, String name, ScheduleState state, Program program) {
  static TaskProgram of(int number, NetworkTask task, ScheduleState state) {
    return new TaskProgram("t" + number + "_", task.name(), state, Lowering.lower(state));
  }

  /** The program as the compiler takes it. */
  CpuCompiler.Unit unit() {
    return new CpuCompiler.Unit(prefix, program);
  }

  /** How the kernels expect an input. */
  ConstantStorage storage(int input) {
    return state.storage(state.dag().inputs().get(input));
  }
}
