package dev.tilewright.search.limit;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.ConservativeFlops;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * How fast a computation can be at best: its arithmetic at the rate of a register tile, or its
 * inputs and outputs at the rate of streaming reads, whichever takes longer. Rates are measured in
 * some hundredths of a second when they are first needed, so nothing else should run then.
 */
public final class MachineLimits {
  private static final Duration SHORT = Duration.ofMillis(20);
  private static final double FLOPS_A_MICRO_IN_GIGA = 1e3;

  /** GB/s on one thread; every machine reads faster, so slower demands need no measurement. */
  private static final double SLOWEST_STREAM = 4;

  private final CpuTarget target;
  private final Map<Long, Double> gigabytes = new HashMap<>();
  private OptionalDouble gigaflops = OptionalDouble.empty();

  /**
   * @param target the machine that this process runs on
   */
  public MachineLimits(CpuTarget target) {
    this.target = target;
  }

  /** Microseconds that no schedule of the definition can beat; empty for types but float32. */
  public OptionalDouble leastMicros(ComputeDag dag) {
    boolean isFloat32 =
        Stream.concat(dag.inputs().stream(), dag.outputs().stream())
            .allMatch(buffer -> buffer.dtype().equals(DType.FLOAT32));
    if (!isFloat32) {
      return OptionalDouble.empty();
    }
    double computing = ConservativeFlops.of(dag) / gigaflops() / FLOPS_A_MICRO_IN_GIGA;
    long bytes =
        Stream.concat(dag.inputs().stream(), dag.outputs().stream()).mapToLong(Buffer::bytes).sum();
    double slowestMoving = bytes / (SLOWEST_STREAM * target.threads() * FLOPS_A_MICRO_IN_GIGA);
    double moving =
        slowestMoving <= computing ? 0 : bytes / gigabytes(bytes) / FLOPS_A_MICRO_IN_GIGA;
    return OptionalDouble.of(Math.max(computing, moving));
  }

  private double gigaflops() {
    if (gigaflops.isEmpty()) {
      gigaflops = OptionalDouble.of(RegisterTile.bestRate(target, SHORT));
    }
    return gigaflops.getAsDouble();
  }

  /** Sizes within a factor of two have one rate. */
  private double gigabytes(long bytes) {
    long size = Long.highestOneBit(Math.max(1, bytes));
    return gigabytes.computeIfAbsent(
        size, unused -> StreamingRead.best(size, target, SHORT).gigabytes());
  }
}
