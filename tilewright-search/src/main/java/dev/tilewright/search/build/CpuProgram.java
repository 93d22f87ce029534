package dev.tilewright.search.build;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.NativeKernel;
import dev.tilewright.runtime.cpu.ThreadPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Machine code in this process. */
public final class CpuProgram implements CompiledProgram {
  private final Program program;
  private final ThreadPool pool;
  private final List<NativeKernel> kernels;
  private final List<ConstantStorage> storages;
  private final List<Buffer> logicalInputs;
  private final Runnable unload;
  private final Arena arena = Arena.ofShared();
  private final Map<Buffer, MemorySegment> workspaces = new IdentityHashMap<>();

  /**
   * @param program of the schedule
   * @param code the function of each kernel of the program
   * @param unload frees the code
   * @param pool runs the kernels
   * @throws dev.tilewright.base.EnvironmentException if there is no memory for the workspaces
   */
  public CpuProgram(
      ScheduleState state,
      Program program,
      Function<Kernel, MemorySegment> code,
      Runnable unload,
      ThreadPool pool) {
    this.program = program;
    this.pool = pool;
    this.logicalInputs = state.dag().inputs();
    this.storages = logicalInputs.stream().map(state::storage).toList();
    this.kernels =
        program.kernels().stream().map(k -> new NativeKernel(k.name(), code.apply(k))).toList();
    this.unload = unload;
    for (Buffer workspace : program.workspaces()) {
      Tensor storage = Tensor.allocate(workspace.dtype(), workspace.shape(), arena);
      workspaces.put(workspace, storage.segment());
    }
  }

  @Override
  public BoundProgram bind(ProgramInputs inputs, List<Tensor> outputs) {
    TensorFit.require("input", logicalInputs, inputs.tensors());
    TensorFit.require("output", program.outputs(), outputs);
    Arena binding = Arena.ofShared();
    try {
      return new CpuBoundProgram(launches(inputs, outputs, binding), pool, binding);
    } catch (RuntimeException | Error failure) {
      binding.close();
      throw failure;
    }
  }

  private List<CpuBoundProgram.Launch> launches(
      ProgramInputs inputs, List<Tensor> outputs, Arena binding) {
    Map<Buffer, MemorySegment> memory = new IdentityHashMap<>(workspaces);
    for (int i = 0; i < storages.size(); i++) {
      Tensor stored = inputs.stored(i, storages.get(i), binding);
      memory.put(program.inputs().get(i), stored.segment());
    }
    for (int i = 0; i < outputs.size(); i++) {
      memory.put(program.outputs().get(i), outputs.get(i).segment());
    }
    List<CpuBoundProgram.Launch> launches = new ArrayList<>();
    for (int k = 0; k < kernels.size(); k++) {
      Kernel kernel = program.kernels().get(k);
      MemorySegment pointers = pointers(kernel, memory, binding);
      launches.add(new CpuBoundProgram.Launch(kernels.get(k), pointers, kernel.chunks()));
    }
    return launches;
  }

  @Override
  public void close() {
    unload.run();
    arena.close();
  }

  private static MemorySegment pointers(
      Kernel kernel, Map<Buffer, MemorySegment> memory, Arena arena) {
    List<Buffer> parameters = kernel.parameters();
    MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, Math.max(1, parameters.size()));
    for (int i = 0; i < parameters.size(); i++) {
      pointers.setAtIndex(ValueLayout.ADDRESS, i, memory.get(parameters.get(i)));
    }
    return pointers;
  }
}
