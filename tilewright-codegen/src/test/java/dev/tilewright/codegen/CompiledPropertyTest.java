package dev.tilewright.codegen;

import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.testing.Differences;
import dev.tilewright.core.testing.RandomArrays;
import dev.tilewright.core.testing.ScheduleProperty;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compiled programs compute what the interpreter computes, for random schedules. */
class CompiledPropertyTest {
  private final CpuTarget target = HostCpu.detect(1);
  private final CpuCompiler compiler = new CpuCompiler();

  @Test
  void compiledSchedulesComputeWhatTheInterpreterDoes() {
    ScheduleProperty.check(100_000, 2000, this::difference);
  }

  private Optional<String> difference(ScheduleState state) {
    List<HostArray> inputs =
        PackedInputs.of(state, RandomArrays.inputs(state.dag(), new Random(5)));
    Program program = Lowering.lower(state);
    List<HostArray> expected = Interpreter.run(program, inputs, 11);
    try (JitProgram compiled = compiler.jit(program, target)) {
      List<HostArray> got = CompiledProgram.run(compiled, program, inputs);
      return Differences.first(program.outputs(), got, expected);
    }
  }
}
