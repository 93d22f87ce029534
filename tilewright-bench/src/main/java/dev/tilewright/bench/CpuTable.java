package dev.tilewright.bench;

import dev.tilewright.cli.bench.BenchResult;
import dev.tilewright.cli.bench.BenchRun;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Prints a Markdown table of workloads on this CPU: default schedules, best records and ONNX
 * Runtime, the last two in turns within one run. Arguments: record file, threads, workloads.
 */
public final class CpuTable {
  private static final Duration BUDGET = Duration.ofSeconds(5);
  private static final Path NO_RECORDS = Path.of("/dev/null");
  private static final String PEER = "onnxruntime";
  private static final double MICROS_A_MILLI = 1e3;

  private CpuTable() {}

  public static void main(String[] arguments) {
    if (arguments.length < 3) {
      System.err.println("usage: CpuTable RECORDS THREADS WORKLOAD…");
      System.exit(2);
    }
    Path records = Path.of(arguments[0]);
    CpuTarget target = HostCpu.detect(Integer.parseInt(arguments[1]));
    System.out.println(
        "| workload | threads | default ms | tuned ms (min, spread) | GFLOP/s | ONNX Runtime ms"
            + " (min, spread) | ONNX Runtime / tuned |");
    System.out.println("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for (String workload : Arrays.asList(arguments).subList(2, arguments.length)) {
      BenchResult untuned = run(target, List.of(), NO_RECORDS).run(workload);
      BenchResult tuned = run(target, List.of(PEER), records).run(workload);
      System.out.println(row(untuned, tuned));
    }
  }

  private static BenchRun run(CpuTarget target, List<String> against, Path records) {
    return new BenchRun(target, against, records, BUDGET, System.err::println);
  }

  private static String row(BenchResult untuned, BenchResult tuned) {
    return "| `%s` | %d | %.3f | %s | %.1f | %s |"
        .formatted(
            tuned.workload(),
            tuned.threads(),
            untuned.medianMicros() / MICROS_A_MILLI,
            times(tuned.medianMicros(), tuned.minMicros(), tuned.spread()),
            tuned.gflops().orElse(Double.NaN),
            peer(tuned));
  }

  /** The last two cells; dashes if the peer does not support the workload. */
  private static String peer(BenchResult tuned) {
    return Optional.ofNullable(tuned.peers().get(PEER))
        .map(
            peer ->
                "%s | %.2f"
                    .formatted(
                        times(peer.medianMicros(), peer.minMicros(), peer.spread()),
                        peer.medianMicros() / tuned.medianMicros()))
        .orElse("- | -");
  }

  private static String times(double median, double min, double spread) {
    return "%.3f (%.3f, %.0f %%)"
        .formatted(median / MICROS_A_MILLI, min / MICROS_A_MILLI, 100 * spread);
  }
}
