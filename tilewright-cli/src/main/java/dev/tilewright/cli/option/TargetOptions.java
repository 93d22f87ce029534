package dev.tilewright.cli.option;

import dev.tilewright.base.UserException;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.search.build.Targets;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The machine that programs are made for. */
public final class TargetOptions {
  @Option(
      names = "--target",
      paramLabel = "TARGET",
      defaultValue = "cpu",
      description = {
        "cpu, cpu:mcpu=NAME for another processor, cuda for this machine's NVIDIA GPU,",
        "or cuda:arch=sm_90 for another one (default: ${DEFAULT-VALUE})."
      })
  private String target;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that a program may use (default: all processors).")
  private Optional<Integer> threads;

  /** The target with its facts. */
  public Target target() {
    return Targets.parse(target, threads());
  }

  /**
   * The target, which must be this machine, for commands that run programs.
   *
   * @throws UserException if it is another processor or GPU
   */
  public Target hostTarget() {
    Target wanted = target();
    Targets.requireHere(wanted, target);
    return wanted;
  }

  /**
   * The target, for commands that know CPUs only.
   *
   * @throws UserException if it is a GPU
   */
  public CpuTarget cpuTarget() {
    return requireCpu(target());
  }

  /**
   * This machine's CPU, for commands that run programs on CPUs only.
   *
   * @throws UserException if the target is another processor or a GPU
   */
  public CpuTarget hostCpuTarget() {
    return requireCpu(hostTarget());
  }

  private CpuTarget requireCpu(Target wanted) {
    if (wanted instanceof CpuTarget cpu) {
      return cpu;
    }
    throw new UserException(
        "--target %s: this command knows CPUs only; expected cpu; `tune` and `show` know GPUs"
            .formatted(target));
  }

  public int threads() {
    int number = threads.orElseGet(Runtime.getRuntime()::availableProcessors);
    if (number < 1) {
      throw new UserException("--threads %d: expected at least 1".formatted(number));
    }
    return number;
  }
}
