package dev.tilewright.core.ir;

import dev.tilewright.core.expr.Buffer;
import java.util.List;

/**
 * What a schedule lowers to: kernels launched one after the other over shared global buffers.
 *
 * @param inputs filled by the caller, in the order of the DAG's placeholders
 * @param outputs results, in the order of the DAG's outputs
 * @param workspaces global buffers between the kernels, undefined before the first
 */
public record Program(
    List<Kernel> kernels, List<Buffer> inputs, List<Buffer> outputs, List<Buffer> workspaces) {
  public Program {
    kernels = List.copyOf(kernels);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    workspaces = List.copyOf(workspaces);
  }
}
