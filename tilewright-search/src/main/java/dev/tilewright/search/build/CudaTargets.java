package dev.tilewright.search.build;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.runtime.cuda.CudaDevice;
import dev.tilewright.runtime.cuda.CudaDeviceInfo;
import dev.tilewright.runtime.cuda.CudaSystem;
import java.util.stream.Collectors;

/** The devices of this machine as targets. */
public final class CudaTargets {
  /** What the architecture allows each thread, since compute capability 3.5. */
  private static final int REGISTERS_PER_THREAD = 255;

  private CudaTargets() {}

  /** The limits of a device, with the shared memory that a kernel gets without asking. */
  public static GpuTarget of(CudaDeviceInfo device) {
    CudaDeviceInfo.Limits limits = device.limits();
    return new GpuTarget(
        device.architecture(),
        limits.multiprocessors(),
        limits.warpSize(),
        limits.maxThreadsPerBlock(),
        limits.sharedBytesPerBlock(),
        limits.sharedBytesPerMultiprocessor(),
        limits.registersPerBlock(),
        REGISTERS_PER_THREAD,
        limits.maxThreadsPerMultiprocessor(),
        limits.l2Bytes());
  }

  /**
   * Opens the first device that a target describes.
   *
   * @throws EnvironmentException if there is none, with what there is instead
   */
  static CudaDevice open(CudaSystem system, GpuTarget target) {
    CudaDeviceInfo found =
        system.devices().stream()
            .filter(device -> device.architecture().equals(target.arch()))
            .findFirst()
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "CUDA: no device of %s; this machine has %s"
                            .formatted(
                                target.arch(),
                                system.devices().stream()
                                    .map(device -> device.name() + ", " + device.architecture())
                                    .collect(Collectors.joining("; ")))));
    return system.open(found.ordinal());
  }
}
