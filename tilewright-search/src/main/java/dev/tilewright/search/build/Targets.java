package dev.tilewright.search.build;

import dev.tilewright.base.UserException;
import dev.tilewright.codegen.CpuTargets;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuArchitectures;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.runtime.cuda.CudaSystem;
import java.util.Optional;

/** Targets as users write them. */
public final class Targets {
  private static final String CUDA = "cuda";
  private static final String ARCH = "cuda:arch=";

  private Targets() {}

  /**
   * The target of a text: {@code cpu} and {@code cpu:mcpu=NAME} as {@link CpuTargets#parse} has
   * them; {@code cuda} is the first GPU of this machine, {@code cuda:arch=sm_NN} a GPU of that
   * architecture, with the limits of this machine's if it has one, else of a typical one.
   *
   * @param threads processor threads that a program may use
   * @throws UserException if the text has another form, or there is no GPU
   */
  public static Target parse(String text, int threads) {
    if (text.equals(CUDA)) {
      return switch (CudaSystem.find()) {
        case CudaSystem.Found(CudaSystem system) -> CudaTargets.of(system.devices().getFirst());
        case CudaSystem.Missing(String reason) ->
            throw new UserException(
                "--target cuda: %s; to compile for another machine's GPU say %ssm_90"
                    .formatted(reason, ARCH));
      };
    }
    if (text.startsWith(ARCH)) {
      String arch = text.substring(ARCH.length());
      return here(arch).orElseGet(() -> GpuArchitectures.typical(arch));
    }
    if (text.startsWith("cpu")) {
      return CpuTargets.parse(text, threads);
    }
    throw new UserException(
        "target '%s': expected cpu, cpu:mcpu=NAME, cuda or %ssm_NN".formatted(text, ARCH));
  }

  /** This machine's GPU of an architecture. */
  private static Optional<GpuTarget> here(String arch) {
    return switch (CudaSystem.find()) {
      case CudaSystem.Found(CudaSystem system) ->
          system.devices().stream()
              .filter(device -> device.architecture().equals(arch))
              .findFirst()
              .map(CudaTargets::of);
      case CudaSystem.Missing missing -> Optional.empty();
    };
  }

  /**
   * Makes sure that programs for a target run on this machine.
   *
   * @throws UserException if they do not
   */
  public static void requireHere(Target target, String written) {
    switch (target) {
      case CpuTarget cpu -> {
        String host = HostCpu.detect(cpu.threads()).text();
        if (!cpu.text().equals(host)) {
          throw elsewhere(written, "this machine is " + host);
        }
      }
      case GpuTarget gpu -> {
        if (here(gpu.arch()).isEmpty()) {
          throw elsewhere(written, "this machine has no GPU of that architecture");
        }
      }
    }
  }

  private static UserException elsewhere(String written, String found) {
    return new UserException(
        "--target %s: %s; expected a target that is here, since programs run"
            .formatted(written, found));
  }
}
