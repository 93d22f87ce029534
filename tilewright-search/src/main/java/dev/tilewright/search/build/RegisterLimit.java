package dev.tilewright.search.build;

import dev.tilewright.codegen.gpu.GpuKernelCode;
import dev.tilewright.core.lower.LoweringRefusedException;
import dev.tilewright.runtime.cuda.CudaFunction;

/** Whether a multiprocessor's registers suffice for one block of a compiled kernel. */
final class RegisterLimit {
  private RegisterLimit() {}

  static void require(GpuKernelCode kernel, CudaFunction.Resources resources) {
    long threads = kernel.block().count();
    if (threads > resources.maxThreadsPerBlock()) {
      throw new LoweringRefusedException(
          "kernel %s: blocks have %d threads; with %d registers each expected at most %d"
              .formatted(
                  kernel.name(), threads, resources.registers(), resources.maxThreadsPerBlock()));
    }
  }
}
