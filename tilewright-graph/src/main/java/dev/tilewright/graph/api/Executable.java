package dev.tilewright.graph.api;

import dev.tilewright.graph.network.CompiledNetwork;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.plan.ExecutionPlan;
import java.util.Map;

/**
 * A compiled network with the threads that run it. Runs of several threads go one after the other.
 * Close it to free machine code, memory and threads.
 */
public final class Executable implements AutoCloseable {
  private final CompiledNetwork compiled;
  private final CpuDevice device;
  private final ExecutionPlan plan;

  /** Takes the compiled network and the device over. */
  Executable(CompiledNetwork compiled, CpuDevice device) {
    this.compiled = compiled;
    this.device = device;
    this.plan = compiled.open(device);
  }

  /**
   * Computes the outputs.
   *
   * @param inputs by name, each of the network's type and shape
   * @return new tensors by name
   * @throws dev.tilewright.base.UserException if an input is missing, unknown or of another type
   */
  public Map<String, Tensor> run(Map<String, Tensor> inputs) {
    return plan.run(inputs);
  }

  /** The plan with its memory: for runs into tensors of the caller, and for profiles. */
  public ExecutionPlan execution() {
    return plan;
  }

  @Override
  public void close() {
    plan.close();
    device.close();
    compiled.close();
  }
}
