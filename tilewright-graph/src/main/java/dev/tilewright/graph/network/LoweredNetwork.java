package dev.tilewright.graph.network;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.plan.Plan;
import java.util.List;

/**
 * A network as kernels and the plan that runs them, before machine code is made.
 *
 * @param constants in the order of {@link Plan#constants()}, in the layouts that the kernels read
 * @param units the programs of all tasks; their prefixed kernel names are those of the plan
 */
public record LoweredNetwork(Plan plan, List<Tensor> constants, List<CpuCompiler.Unit> units) {
  public LoweredNetwork {
    constants = List.copyOf(constants);
    units = List.copyOf(units);
  }
}
