package dev.tilewright.graph.network;

import dev.tilewright.codegen.JitProgram;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.KernelLibrary;
import dev.tilewright.runtime.cpu.NativeKernel;
import dev.tilewright.runtime.host.HostOperators;
import dev.tilewright.runtime.plan.ExecutionPlan;
import dev.tilewright.runtime.plan.Plan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A network as machine code in this process. Close it after the plans that were opened from it. */
public final class CompiledNetwork implements AutoCloseable {
  private final Plan plan;
  private final List<Tensor> constants;
  private final List<JitProgram> programs;
  private final Map<String, NativeKernel> kernels = new HashMap<>();

  CompiledNetwork(Plan plan, List<Tensor> constants, List<JitProgram> programs) {
    this.plan = plan;
    this.constants = constants;
    this.programs = List.copyOf(programs);
    for (JitProgram program : programs) {
      program
          .names()
          .forEach(name -> kernels.put(name, new NativeKernel(name, program.address(name))));
    }
  }

  public Plan plan() {
    return plan;
  }

  /** The kernels of the plan by name. */
  public KernelLibrary kernels() {
    return name -> Optional.ofNullable(kernels.get(name));
  }

  /** The network ready to run on a device; the caller closes it before this. */
  public ExecutionPlan open(CpuDevice device) {
    return new ExecutionPlan(plan, kernels(), new HostOperators(), constants, device);
  }

  /** Frees the machine code. */
  @Override
  public void close() {
    programs.forEach(JitProgram::close);
  }
}
