package dev.tilewright.bench.table;

import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.limit.RegisterTile;
import dev.tilewright.search.limit.StreamingRead;

/** What the machine can do at best, which a workload is compared with. */
enum Bar {
  /** GFLOP/s of the best register tile of a matrix product. */
  REGISTER_TILE {
    @Override
    double measure(CpuTarget target) {
      return RegisterTile.bestRate(target);
    }
  },
  /**
   * The same of a product that reads each weight once: two operations for each four bytes that come
   * in from the last cache.
   */
  STREAMING {
    @Override
    double measure(CpuTarget target) {
      return StreamingRead.best(DENSE_WEIGHTS, target).gigabytes() * 2 / Float.BYTES;
    }
  };

  private static final long DENSE_WEIGHTS = 2048L * 1000 * Float.BYTES;

  /** GFLOP/s on the target's threads together. */
  abstract double measure(CpuTarget target);
}
