package dev.tilewright.bench.table;

import dev.tilewright.cli.bench.BenchResult;
import java.util.Map;

/**
 * What was measured of an item; all times are of one run, in turns.
 *
 * @param name of the item
 * @param gflops of ours by the conservative count
 * @param bar GFLOP/s that the machine can do at best
 * @param others times of peers by name, and of our default schedules
 */
record Row(
    String name,
    int threads,
    BenchResult.Peer ours,
    double gflops,
    double bar,
    Map<String, BenchResult.Peer> others) {
  static Row of(Item item, double bar, BenchResult result) {
    return new Row(
        item.name(),
        result.threads(),
        new BenchResult.Peer(result.medianMicros(), result.minMicros(), result.spread()),
        result.gflops().orElse(Double.NaN),
        bar,
        result.peers());
  }
}
