package dev.tilewright.search.build;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.codegen.GpuCompiler;
import dev.tilewright.codegen.gpu.GpuModule;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.runtime.cuda.CudaDevice;
import dev.tilewright.runtime.cuda.CudaModule;
import dev.tilewright.runtime.cuda.CudaStream;
import dev.tilewright.runtime.cuda.CudaSystem;

/** An NVIDIA GPU: LLVM makes PTX, the driver machine code of it. */
public final class CudaBackend implements Backend {
  private static final double NANOS_A_MILLI = 1e6;

  private final GpuCompiler compiler;
  private final GpuTarget target;
  private final CudaDevice device;
  private final CudaStream stream;

  private CudaBackend(GpuCompiler compiler, GpuTarget target, CudaDevice device) {
    this.compiler = compiler;
    this.target = target;
    this.device = device;
    this.stream = device.createStream();
  }

  /**
   * Opens the first device of the target's architecture.
   *
   * @throws EnvironmentException if there is none, with what there is instead
   */
  public static CudaBackend open(GpuTarget target) {
    GpuCompiler compiler = new GpuCompiler();
    return switch (CudaSystem.find()) {
      case CudaSystem.Found(CudaSystem system) ->
          new CudaBackend(compiler, target, CudaTargets.open(system, target));
      case CudaSystem.Missing(String reason) -> throw new EnvironmentException(reason);
    };
  }

  @Override
  public Built build(ScheduleState state) {
    long start = System.nanoTime();
    Program program = Lowering.lower(state, target);
    long lowered = System.nanoTime();
    GpuModule code = compiler.compile(program, target);
    CudaModule module = device.loadPtx(program.kernels().getFirst().name(), code.ptx());
    try {
      CudaProgram built = CudaProgram.of(state, program, code, module, stream);
      long compiled = System.nanoTime();
      return new Built(
          built,
          new PhaseTimes(
              (lowered - start) / NANOS_A_MILLI, (compiled - lowered) / NANOS_A_MILLI, 0, 0));
    } catch (RuntimeException | Error failure) {
      module.close();
      throw failure;
    }
  }

  @Override
  public void close() {
    device.close();
  }
}
