package dev.tilewright.graph.schedule;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.runtime.cpu.NativeKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** Runs schedules, interpreted and compiled, for tests. */
final class ScheduleRun {
  private ScheduleRun() {}

  /** A CPU that only the interpreter has. */
  static CpuTarget cpu(int vectorBits, int registers, int threads) {
    return new CpuTarget(
        "x86_64-unknown-linux-gnu",
        "znver4",
        new TreeSet<>(),
        vectorBits,
        registers,
        threads,
        48 << 10,
        1 << 20,
        32 << 20);
  }

  /** Small whole numbers, whose sums and products are exact. */
  static List<HostArray> randomInputs(ComputeDag dag, long seed) {
    Random random = new Random(seed);
    List<HostArray> inputs = new ArrayList<>();
    for (Buffer buffer : dag.inputs()) {
      HostArray array = HostArray.zeros(buffer.dtype(), buffer.shape());
      for (long i = 0; i < buffer.shape().elements(); i++) {
        array.setLong(i, random.nextInt(-3, 4));
      }
      inputs.add(array);
    }
    return inputs;
  }

  static List<HostArray> interpret(ScheduleState state, List<HostArray> inputs) {
    return Interpreter.run(Lowering.lower(state), PackedInputs.of(state, inputs), 1);
  }

  static List<HostArray> compile(ScheduleState state, CpuTarget target, List<HostArray> inputs) {
    Program program = Lowering.lower(state);
    try (Arena arena = Arena.ofConfined();
        JitProgram code = new CpuCompiler().jit(program, target)) {
      Map<Buffer, MemorySegment> memory = bind(program, PackedInputs.of(state, inputs), arena);
      launch(program, code, memory, arena);
      return program.outputs().stream().map(b -> copy(b, memory.get(b))).toList();
    }
  }

  static Map<Buffer, MemorySegment> bind(Program program, List<HostArray> inputs, Arena arena) {
    Map<Buffer, MemorySegment> memory = new IdentityHashMap<>();
    for (int i = 0; i < inputs.size(); i++) {
      Buffer buffer = program.inputs().get(i);
      memory.put(buffer, allocate(arena, buffer).copyFrom(inputs.get(i).segment()));
    }
    program.outputs().forEach(buffer -> memory.put(buffer, allocate(arena, buffer)));
    program.workspaces().forEach(buffer -> memory.put(buffer, allocate(arena, buffer)));
    return memory;
  }

  static void launch(
      Program program, JitProgram code, Map<Buffer, MemorySegment> memory, Arena arena) {
    for (Kernel kernel : program.kernels()) {
      MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, kernel.parameters().size() + 1L);
      for (int i = 0; i < kernel.parameters().size(); i++) {
        pointers.setAtIndex(ValueLayout.ADDRESS, i, memory.get(kernel.parameters().get(i)));
      }
      new NativeKernel(kernel.name(), code.address(kernel.name()))
          .invoke(pointers, 0, kernel.chunks());
    }
  }

  private static MemorySegment allocate(Arena arena, Buffer buffer) {
    return arena.allocate(Math.max(1, buffer.bytes()), 64).asSlice(0, buffer.bytes());
  }

  private static HostArray copy(Buffer buffer, MemorySegment memory) {
    HostArray array = HostArray.zeros(buffer.dtype(), buffer.shape());
    array.segment().copyFrom(memory);
    return array;
  }
}
