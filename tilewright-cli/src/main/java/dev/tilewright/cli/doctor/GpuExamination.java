package dev.tilewright.cli.doctor;

import dev.tilewright.runtime.cuda.CudaDeviceInfo;
import dev.tilewright.runtime.cuda.CudaSystem;
import java.util.List;

/** Looks at the GPUs of this machine. */
final class GpuExamination {
  private GpuExamination() {}

  /** A finding for each GPU, or one that says why there is none. */
  static List<Finding> run() {
    return switch (CudaSystem.find()) {
      case CudaSystem.Found(CudaSystem system) ->
          system.devices().stream().map(GpuExamination::describe).toList();
      case CudaSystem.Missing(String reason) -> List.of(Finding.absent("gpu", reason));
    };
  }

  private static Finding describe(CudaDeviceInfo device) {
    CudaDeviceInfo.Limits limits = device.limits();
    return Finding.ok(
        "gpu " + device.ordinal(),
        "%s, %s, %d MiB, driver for CUDA %s, %d multiprocessors at %d MHz, caches of %d KiB; a block has at most %d threads, %d registers and %d bytes of shared memory"
            .formatted(
                device.name(),
                device.architecture(),
                device.memoryBytes() >> 20,
                device.driverVersion(),
                limits.multiprocessors(),
                limits.clockKhz() / 1000,
                limits.l2Bytes() >> 10,
                limits.maxThreadsPerBlock(),
                limits.registersPerBlock(),
                limits.sharedBytesPerBlockOptIn()));
  }
}
