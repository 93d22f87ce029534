package dev.tilewright.runtime.cuda;

import org.junit.jupiter.api.Assumptions;

/** The GPU that tests run on; a test on a machine without one is skipped, with the reason. */
final class TestGpu {
  private TestGpu() {}

  static CudaDevice open() {
    return switch (CudaSystem.find()) {
      case CudaSystem.Found(CudaSystem system) -> system.open(0);
      case CudaSystem.Missing(String reason) -> Assumptions.abort(reason);
    };
  }
}
