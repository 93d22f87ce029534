package dev.tilewright.cli.option;

import dev.tilewright.base.UserException;
import dev.tilewright.codegen.CpuTargets;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The machine that programs are made for. */
public final class TargetOptions {
  @Option(
      names = "--target",
      paramLabel = "TARGET",
      defaultValue = "cpu",
      description = "cpu, or cpu:mcpu=NAME for another processor (default: ${DEFAULT-VALUE}).")
  private String target;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that a program may use (default: all processors).")
  private Optional<Integer> threads;

  /** The target with its facts. */
  public CpuTarget target() {
    return CpuTargets.parse(target, threads());
  }

  /**
   * The target, which must be this machine, for commands that run programs.
   *
   * @throws UserException if it is another processor
   */
  public CpuTarget hostTarget() {
    CpuTarget wanted = target();
    CpuTarget host = HostCpu.detect(threads());
    if (!wanted.text().equals(host.text())) {
      throw new UserException(
          "--target %s: this machine is %s; expected that, since programs run here"
              .formatted(target, host.text()));
    }
    return host;
  }

  public int threads() {
    int number = threads.orElseGet(Runtime.getRuntime()::availableProcessors);
    if (number < 1) {
      throw new UserException("--threads %d: expected at least 1".formatted(number));
    }
    return number;
  }
}
