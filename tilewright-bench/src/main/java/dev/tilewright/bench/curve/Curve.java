package dev.tilewright.bench.curve;

import java.util.List;

/**
 * One search.
 *
 * @param seed of the search
 * @param best microseconds of the best program after each trial; infinite before there is one
 */
record Curve(String workload, ModelKind model, long seed, List<Double> best) {
  Curve {
    best = List.copyOf(best);
  }

  /** The best after so many trials; of a search that ended before, its last. */
  double after(int trials) {
    return best.get(Math.min(trials, best.size()) - 1);
  }
}
