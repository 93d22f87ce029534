package dev.tilewright.search.build;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;

/** Lowers schedules and compiles them with LLVM. */
public final class CpuBuilder implements ProgramBuilder {
  private static final double NANOS_A_MILLI = 1e6;

  private final CpuCompiler compiler;

  public CpuBuilder(CpuCompiler compiler) {
    this.compiler = compiler;
  }

  @Override
  public Built build(ScheduleState state, CpuTarget target) {
    long start = System.nanoTime();
    Program program = Lowering.lower(state);
    long lowered = System.nanoTime();
    JitProgram code = compiler.jit(program, target);
    long compiled = System.nanoTime();
    try {
      PhaseTimes times =
          new PhaseTimes(
              (lowered - start) / NANOS_A_MILLI, (compiled - lowered) / NANOS_A_MILLI, 0, 0);
      CompiledProgram built =
          new CompiledProgram(state, program, kernel -> code.address(kernel.name()), code::close);
      return new Built(built, times);
    } catch (RuntimeException noMemory) {
      code.close();
      throw noMemory;
    }
  }
}
