package dev.tilewright.codegen;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Compiles a program and runs it on arrays, for tests. */
final class CompiledProgram {
  private static final MethodHandle KERNEL =
      Linker.nativeLinker()
          .downcallHandle(
              FunctionDescriptor.ofVoid(
                  ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));

  private CompiledProgram() {}

  /** The outputs for some inputs, one kernel after the other, all chunks in one call. */
  static List<HostArray> run(JitProgram compiled, Program program, List<HostArray> inputs) {
    return run(compiled, "", program, inputs);
  }

  /** The same for a program of a batch. */
  static List<HostArray> run(
      JitProgram compiled, String prefix, Program program, List<HostArray> inputs) {
    try (Arena arena = Arena.ofConfined()) {
      Map<Buffer, MemorySegment> memory = new IdentityHashMap<>();
      for (int i = 0; i < inputs.size(); i++) {
        Buffer buffer = program.inputs().get(i);
        memory.put(buffer, allocate(arena, buffer).copyFrom(inputs.get(i).segment()));
      }
      program.outputs().forEach(buffer -> memory.put(buffer, allocate(arena, buffer)));
      program.workspaces().forEach(buffer -> memory.put(buffer, allocate(arena, buffer)));
      for (Kernel kernel : program.kernels()) {
        call(compiled.address(prefix + kernel.name()), kernel, memory, arena);
      }
      return program.outputs().stream().map(buffer -> copy(buffer, memory.get(buffer))).toList();
    }
  }

  static void call(
      MemorySegment address, Kernel kernel, Map<Buffer, MemorySegment> memory, Arena arena) {
    MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, kernel.parameters().size() + 1L);
    for (int i = 0; i < kernel.parameters().size(); i++) {
      pointers.setAtIndex(ValueLayout.ADDRESS, i, memory.get(kernel.parameters().get(i)));
    }
    try {
      KERNEL.invokeExact(address, pointers, 0L, kernel.chunks());
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
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
