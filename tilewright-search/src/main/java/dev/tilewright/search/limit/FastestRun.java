package dev.tilewright.search.limit;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.runtime.cpu.ThreadPool;
import dev.tilewright.search.build.BoundProgram;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.build.CpuBackend;
import dev.tilewright.search.build.ProgramInputs;
import java.lang.foreign.Arena;
import java.time.Duration;
import java.util.List;

/**
 * The fastest of many runs of a program, in groups so short that some group meets no disturbance.
 */
public final class FastestRun {
  private static final long GROUP_NANOS = 500_000;
  private static final Duration LONG = Duration.ofMillis(300);

  private FastestRun() {}

  /** Nanoseconds of one run on the target's threads. */
  static double nanos(ScheduleState schedule, CpuTarget target, Duration time) {
    return nanos(schedule, target, new CpuCompiler(), time);
  }

  /** The same for code of a compiler with settings of its own. */
  public static double nanos(ScheduleState schedule, CpuTarget target, CpuCompiler compiler) {
    return nanos(schedule, target, compiler, LONG);
  }

  private static double nanos(
      ScheduleState schedule, CpuTarget target, CpuCompiler compiler, Duration time) {
    ThreadPool pool = ThreadPool.create(target.threads(), Pinning.NONE);
    try (CpuBackend backend = new CpuBackend(compiler, target, pool);
        CompiledProgram program = backend.build(schedule).program();
        Arena arena = Arena.ofShared()) {
      List<Tensor> inputs =
          schedule.dag().inputs().stream()
              .map(buffer -> Tensor.allocate(buffer.dtype(), buffer.shape(), arena))
              .toList();
      List<Tensor> outputs =
          schedule.dag().outputs().stream()
              .map(buffer -> Tensor.allocate(buffer.dtype(), buffer.shape(), arena))
              .toList();
      // A page that was never written may be one page of zeros, whatever the size.
      inputs.forEach(tensor -> tensor.segment().fill((byte) 0));
      try (ProgramInputs given = new ProgramInputs(inputs);
          BoundProgram bound = program.bind(given, outputs)) {
        return fastest(bound, time);
      }
    }
  }

  private static double fastest(BoundProgram program, Duration time) {
    program.time(1);
    long runs = Math.max(1, GROUP_NANOS / Math.max(1, program.time(1)));
    double best = Double.POSITIVE_INFINITY;
    long start = System.nanoTime();
    do {
      best = Math.min(best, (double) program.time(runs) / runs);
    } while (System.nanoTime() - start < time.toNanos());
    return best;
  }
}
