package dev.tilewright.search.build;

import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;

/** The backend of each kind of target. */
public final class Backends {
  private Backends() {}

  /**
   * Opens the machine that a target describes, which is this one or has its device in it.
   *
   * @throws dev.tilewright.base.EnvironmentException if there is no such device, or no LLVM for it
   */
  public static Backend open(Target target) {
    return switch (target) {
      case CpuTarget cpu -> CpuBackend.open(cpu);
      case GpuTarget gpu -> CudaBackend.open(gpu);
    };
  }
}
