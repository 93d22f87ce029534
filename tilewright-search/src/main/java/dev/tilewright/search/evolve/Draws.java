package dev.tilewright.search.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random draws that sampling needs. */
final class Draws {
  private Draws() {}

  /** The positive divisors in ascending order; 1 for an extent of 0. */
  static List<Long> divisors(long value) {
    List<Long> low = new ArrayList<>();
    List<Long> high = new ArrayList<>();
    for (long d = 1; d * d <= Math.max(1, value); d++) {
      if (value % d == 0) {
        low.add(d);
        if (d != value / d && value > 0) {
          high.addFirst(value / d);
        }
      }
    }
    low.addAll(high);
    return low;
  }

  /** A divisor of at most {@code limit}, all equally likely. */
  static long divisor(long value, long limit, RandomGenerator random) {
    List<Long> fitting = divisors(value).stream().filter(d -> d <= limit).toList();
    return pick(fitting, random);
  }

  static <T> T pick(List<T> items, RandomGenerator random) {
    return items.get(random.nextInt(items.size()));
  }

  /** An index with a probability proportional to its weight; all weights positive. */
  static int weighted(double[] weights, RandomGenerator random) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double point = random.nextDouble() * sum;
    for (int i = 0; i < weights.length; i++) {
      point -= weights[i];
      if (point < 0) {
        return i;
      }
    }
    return weights.length - 1;
  }
}
