package dev.tilewright.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.UserException;
import dev.tilewright.codegen.gpu.GpuModule;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.lower.LoweringRefusedException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.testing.RandomSchedule;
import dev.tilewright.core.testing.ScheduleProperty;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** LLVM makes PTX of whatever random schedules for GPUs lower to. */
class GpuCompilerPropertyTest {
  private static final int SCHEDULES = 300;

  private final GpuCompiler compiler = new GpuCompiler();
  private final AtomicInteger compiled = new AtomicInteger();

  @Test
  void randomSchedulesCompile() {
    ScheduleProperty.check(1, SCHEDULES, RandomSchedule::ofGpu, this::failure);
    assertThat(compiled.get()).as("compiled schedules").isGreaterThan(SCHEDULES / 2);
  }

  private Optional<String> failure(ScheduleState state) {
    Program program;
    GpuModule module;
    try {
      program = Lowering.lower(state, GpuTarget.h200());
      module = compiler.compile(program, GpuTarget.h200());
    } catch (LoweringRefusedException limits) {
      return Optional.empty();
    } catch (UserException library) {
      return Optional.of(library.getMessage())
          .filter(message -> !message.contains("which GPUs have no code for"));
    }
    compiled.incrementAndGet();
    return module.kernels().stream()
        .filter(kernel -> !module.ptx().contains(".visible .entry " + kernel.name() + "("))
        .findFirst()
        .map(kernel -> "no entry " + kernel.name());
  }
}
