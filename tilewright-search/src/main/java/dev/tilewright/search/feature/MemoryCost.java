package dev.tilewright.search.feature;

import dev.tilewright.core.target.CpuTarget;
import java.util.Arrays;
import java.util.List;

/**
 * Cycles that a stage waits for memory: for each cache level, how much data has to be brought into
 * it, given the outermost loop whose data fit. What fits as a whole is there from the run before.
 */
public final class MemoryCost {
  /** Share of a cache that a loop's data can really use. */
  private static final double USABLE = 0.7;

  /** Bytes a cycle from the second level, the third level and memory, for one core. */
  private static final double[] BANDWIDTH = {40, 20, 6};

  private final double[] capacities;

  public MemoryCost(CpuTarget target) {
    this.capacities = new double[] {target.l1Bytes(), target.l2Bytes(), target.l3Bytes()};
  }

  /** Cycles of one thread that executes the whole statement. */
  public double cycles(Statement statement) {
    return Arrays.stream(cyclesByLevel(statement)).max().orElse(0);
  }

  /** Cycles for bringing data into the first, the second and the third cache level. */
  double[] cyclesByLevel(Statement statement) {
    List<Access> accesses = statement.accesses();
    double[] cycles = new double[capacities.length];
    for (int level = 0; level < capacities.length; level++) {
      double traffic = traffic(statement.path(), accesses, capacities[level] * USABLE);
      cycles[level] = traffic / BANDWIDTH[level];
    }
    return cycles;
  }

  private static double traffic(LoopPath path, List<Access> accesses, double capacity) {
    int fits = path.loops().size();
    while (fits > 0 && footprint(accesses, fits - 1) <= capacity) {
      fits--;
    }
    if (fits == 0) {
      return 0;
    }
    double traffic = 0;
    for (Access access : accesses) {
      int depth = fits;
      while (depth > 0 && !access.dependsOn(depth - 1) && access.footprint(fits) <= capacity / 2) {
        depth--;
      }
      traffic += access.footprint(fits) * path.iterations(depth);
    }
    return traffic;
  }

  private static double footprint(List<Access> accesses, int depth) {
    double sum = 0;
    for (Access access : accesses) {
      sum += access.footprint(depth);
    }
    return sum;
  }
}
