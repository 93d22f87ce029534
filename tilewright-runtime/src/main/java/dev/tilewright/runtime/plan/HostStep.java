package dev.tilewright.runtime.plan;

import dev.tilewright.runtime.Tensor;
import java.util.List;

/** An operator that runs in Java between kernels. It keeps no state from one call to the next. */
@FunctionalInterface
public interface HostStep {
  /**
   * Computes all elements of the outputs, whose contents are undefined before. Inputs and outputs
   * do not overlap. Runs on the leader of the device's thread pool.
   */
  void run(List<Tensor> inputs, List<Tensor> outputs);
}
