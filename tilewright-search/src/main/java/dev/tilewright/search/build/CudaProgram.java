package dev.tilewright.search.build;

import dev.tilewright.codegen.gpu.GpuKernelCode;
import dev.tilewright.codegen.gpu.GpuModule;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ConstantStorage;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.runtime.LaunchDimensions;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cuda.CudaFunction;
import dev.tilewright.runtime.cuda.CudaModule;
import dev.tilewright.runtime.cuda.CudaStream;
import dev.tilewright.runtime.cuda.DeviceMemory;
import dev.tilewright.runtime.cuda.KernelArguments;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Machine code on a GPU. Its workspaces belong to a binding, since only that runs. */
final class CudaProgram implements CompiledProgram {
  /** A kernel that can be launched. */
  private record Loaded(GpuKernelCode code, CudaFunction function) {
    LaunchDimensions dimensions() {
      // What the code declares itself is not dynamic.
      return new LaunchDimensions(code.grid(), code.block(), 0);
    }
  }

  private final Program program;
  private final List<ConstantStorage> storages;
  private final List<Buffer> logicalInputs;
  private final CudaModule module;
  private final List<Loaded> kernels;
  private final CudaStream stream;

  private CudaProgram(
      ScheduleState state,
      Program program,
      CudaModule module,
      List<Loaded> kernels,
      CudaStream stream) {
    this.program = program;
    this.logicalInputs = state.dag().inputs();
    this.storages = logicalInputs.stream().map(state::storage).toList();
    this.module = module;
    this.kernels = List.copyOf(kernels);
    this.stream = stream;
  }

  /**
   * Finds the kernels in their module.
   *
   * @param module closed with the program
   * @throws dev.tilewright.core.lower.LoweringRefusedException if a block has more threads than the
   *     registers of the compiled kernel allow
   */
  static CudaProgram of(
      ScheduleState state, Program program, GpuModule code, CudaModule module, CudaStream stream) {
    List<Loaded> kernels = new ArrayList<>();
    for (GpuKernelCode kernel : code.kernels()) {
      CudaFunction function = module.function(kernel.name());
      RegisterLimit.require(kernel, function.resources());
      kernels.add(new Loaded(kernel, function));
    }
    return new CudaProgram(state, program, module, kernels, stream);
  }

  @Override
  public BoundProgram bind(ProgramInputs inputs, List<Tensor> outputs) {
    TensorFit.require("input", logicalInputs, inputs.tensors());
    TensorFit.require("output", program.outputs(), outputs);
    List<DeviceMemory> owned = new ArrayList<>();
    try {
      return bind(inputs, outputs, owned);
    } catch (RuntimeException | Error failure) {
      owned.forEach(DeviceMemory::close);
      throw failure;
    }
  }

  private BoundProgram bind(ProgramInputs inputs, List<Tensor> outputs, List<DeviceMemory> owned) {
    Map<Buffer, DeviceMemory> memory = new IdentityHashMap<>();
    try (Arena packing = Arena.ofConfined()) {
      for (int i = 0; i < storages.size(); i++) {
        Tensor stored = inputs.stored(i, storages.get(i), packing);
        memory.put(program.inputs().get(i), upload(stored, owned));
      }
    }
    List<CudaBoundProgram.Result> results = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      DeviceMemory device = upload(outputs.get(i), owned);
      memory.put(program.outputs().get(i), device);
      results.add(new CudaBoundProgram.Result(device, outputs.get(i)));
    }
    for (Buffer workspace : program.workspaces()) {
      memory.put(workspace, allocate(workspace.bytes(), owned));
    }
    List<CudaBoundProgram.Launch> launches =
        kernels.stream().map(kernel -> launch(kernel, memory)).toList();
    return new CudaBoundProgram(stream, launches, results, owned);
  }

  private static CudaBoundProgram.Launch launch(Loaded kernel, Map<Buffer, DeviceMemory> memory) {
    List<Long> addresses =
        kernel.code().parameters().stream().map(buffer -> memory.get(buffer).address()).toList();
    return new CudaBoundProgram.Launch(
        kernel.function(), kernel.dimensions(), KernelArguments.of(addresses));
  }

  private DeviceMemory upload(Tensor tensor, List<DeviceMemory> owned) {
    DeviceMemory target = allocate(tensor.segment().byteSize(), owned);
    stream.upload(tensor.segment(), target, 0);
    return target;
  }

  private DeviceMemory allocate(long bytes, List<DeviceMemory> owned) {
    DeviceMemory memory = stream.device().allocate(bytes);
    owned.add(memory);
    return memory;
  }

  @Override
  public void close() {
    module.close();
  }
}
