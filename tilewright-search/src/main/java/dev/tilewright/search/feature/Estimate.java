package dev.tilewright.search.feature;

import java.util.Arrays;

/**
 * A statement with what the analytic model thinks of it.
 *
 * @param computeCycles of its instructions, on one thread
 * @param memoryCycles of its cache traffic, one number a level, on one thread
 * @param programCycles sum of the longer of both over the statements of the program
 */
record Estimate(
    Statement statement, double computeCycles, double[] memoryCycles, double programCycles) {
  /** The longer of computing and waiting for memory. */
  double cycles() {
    return cycles(computeCycles, memoryCycles);
  }

  static double cycles(double computeCycles, double[] memoryCycles) {
    return Math.max(computeCycles, Arrays.stream(memoryCycles).max().orElse(0));
  }
}
