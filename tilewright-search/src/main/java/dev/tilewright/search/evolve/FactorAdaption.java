package dev.tilewright.search.evolve;

import java.util.ArrayList;
import java.util.List;

/** Takes the split factors of a schedule over to a loop of another extent. */
final class FactorAdaption {
  /** A factor that has to shrink further than this keeps its size and gets a guard. */
  private static final long MOST_SHRINKING = 2;

  private FactorAdaption() {}

  /** Factors near the given ones, innermost first, that divide the loop where that is possible. */
  static List<Long> adapt(OpenSplit split, List<Long> factors) {
    List<Long> adapted = new ArrayList<>();
    long left = Math.max(1, split.extent());
    for (long factor : factors.reversed()) {
      long fitting = fit(left, factor);
      adapted.addFirst(fitting);
      left = Math.ceilDiv(left, fitting);
    }
    return adapted;
  }

  private static long fit(long extent, long factor) {
    long divisor = Draws.divisors(extent).stream().filter(d -> d <= factor).reduce(1L, Math::max);
    return divisor * MOST_SHRINKING >= factor ? divisor : Math.min(factor, extent);
  }
}
