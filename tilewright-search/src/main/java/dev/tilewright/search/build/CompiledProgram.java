package dev.tilewright.search.build;

import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
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

/**
 * A schedule as machine code in this process, with its workspaces. Inputs are given as the DAG
 * defines them; constants that the schedule transforms or stores in another layout are brought into
 * that form when they are bound.
 */
public final class CompiledProgram implements AutoCloseable {
  private final Program program;
  private final List<NativeKernel> kernels;
  private final List<ConstantStorage> storages;
  private final List<Buffer> logicalInputs;
  private final Runnable unload;
  private final Arena arena = Arena.ofShared();
  private final Map<Buffer, MemorySegment> workspaces = new IdentityHashMap<>();

  /**
   * @param code the function of each kernel of the program
   * @param unload frees the code
   * @throws dev.tilewright.base.EnvironmentException if there is no memory for the workspaces
   */
  public CompiledProgram(
      ScheduleState state, Program program, Function<Kernel, MemorySegment> code, Runnable unload) {
    this.program = program;
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

  /** What the code was made from. */
  public Program program() {
    return program;
  }

  /** Computes the outputs once. */
  public void run(List<Tensor> inputs, List<Tensor> outputs, ThreadPool pool) {
    try (Arena binding = Arena.ofShared()) {
      bind(inputs, outputs, binding).run(pool);
    }
  }

  /**
   * The program with its inputs and outputs, to be run any number of times while the arena, the
   * tensors and this program live.
   *
   * @param inputs one for each input of the DAG, in its order, type and shape
   * @param outputs one for each output of the DAG, likewise
   * @throws UserException if one does not fit
   */
  public BoundProgram bind(List<Tensor> inputs, List<Tensor> outputs, Arena arena) {
    requireFit("input", logicalInputs, inputs);
    requireFit("output", program.outputs(), outputs);
    Map<Buffer, MemorySegment> memory = new IdentityHashMap<>(workspaces);
    for (int i = 0; i < inputs.size(); i++) {
      Tensor stored = TensorPacker.store(inputs.get(i), storages.get(i), arena);
      memory.put(program.inputs().get(i), stored.segment());
    }
    for (int i = 0; i < outputs.size(); i++) {
      memory.put(program.outputs().get(i), outputs.get(i).segment());
    }
    List<BoundProgram.Launch> launches = new ArrayList<>();
    for (int k = 0; k < kernels.size(); k++) {
      Kernel kernel = program.kernels().get(k);
      launches.add(
          new BoundProgram.Launch(
              kernels.get(k), pointers(kernel, memory, arena), kernel.chunks()));
    }
    return new BoundProgram(launches);
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

  private static void requireFit(String role, List<Buffer> buffers, List<Tensor> tensors) {
    if (buffers.size() != tensors.size()) {
      throw new UserException(
          "%ss: got %d tensors; expected %d: %s"
              .formatted(role, tensors.size(), buffers.size(), buffers));
    }
    for (int i = 0; i < buffers.size(); i++) {
      Buffer buffer = buffers.get(i);
      Tensor tensor = tensors.get(i);
      Shape shape = tensor.shape();
      if (!shape.equals(buffer.shape()) || !tensor.dtype().equals(buffer.dtype())) {
        throw new UserException(
            "%s %s: got %s %s; expected %s %s"
                .formatted(
                    role, buffer.name(), tensor.dtype(), shape, buffer.dtype(), buffer.shape()));
      }
    }
  }
}
