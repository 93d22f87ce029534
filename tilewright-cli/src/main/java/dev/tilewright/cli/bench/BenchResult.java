package dev.tilewright.cli.bench;

import dev.tilewright.search.record.Costs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a bench run found; times are those of one run in microseconds.
 *
 * @param gflops by the conservative count; empty for an artifact, which does not know its FLOPs
 * @param spread distance between the quartiles relative to the median
 * @param peers by name
 */
public record BenchResult(
    String workload,
    String target,
    int threads,
    double medianMicros,
    double minMicros,
    double spread,
    OptionalDouble gflops,
    Map<String, Peer> peers) {
  /** Another system's time. */
  public record Peer(double medianMicros, double minMicros, double spread) {}

  /**
   * @param costs ours first, then the peers'
   */
  static BenchResult of(
      String workload, String target, int threads, OptionalDouble flops, Map<String, Costs> costs) {
    Map<String, Peer> peers = new LinkedHashMap<>();
    costs.forEach(
        (name, cost) -> peers.put(name, new Peer(cost.median(), cost.min(), cost.spread())));
    Peer own = peers.remove(BenchRun.OWN_NAME);
    OptionalDouble gflops =
        flops.isPresent()
            ? OptionalDouble.of(flops.getAsDouble() / own.medianMicros() / 1e3)
            : OptionalDouble.empty();
    return new BenchResult(
        workload,
        target,
        threads,
        own.medianMicros(),
        own.minMicros(),
        own.spread(),
        gflops,
        peers);
  }
}
