package dev.tilewright.search.build;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.runtime.cpu.ThreadPool;

/** The processors of this machine, through LLVM's just-in-time linker. */
public final class CpuBackend implements Backend {
  private static final double NANOS_A_MILLI = 1e6;

  private final CpuCompiler compiler;
  private final CpuTarget target;
  private final ThreadPool pool;

  /**
   * @param target the machine that this process runs on
   * @param pool as many threads as the target says; this object closes it
   */
  public CpuBackend(CpuCompiler compiler, CpuTarget target, ThreadPool pool) {
    this.compiler = compiler;
    this.target = target;
    this.pool = pool;
  }

  /** With threads of its own. */
  public static CpuBackend open(CpuTarget target) {
    return new CpuBackend(new CpuCompiler(), target, ThreadPool.create(target.threads()));
  }

  @Override
  public Built build(ScheduleState state) {
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
          new CpuProgram(state, program, kernel -> code.address(kernel.name()), code::close, pool);
      return new Built(built, times);
    } catch (RuntimeException noMemory) {
      code.close();
      throw noMemory;
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
