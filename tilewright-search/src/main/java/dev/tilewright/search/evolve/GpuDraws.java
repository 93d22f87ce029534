package dev.tilewright.search.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random numbers for the factors of a sketch for GPUs. */
final class GpuDraws {
  private GpuDraws() {}

  /**
   * A part of a loop: a divisor, unless the divisors leave more than half of the limit unused, as
   * those of a prime do; then a power of two.
   */
  static long part(long extent, long limit, RandomGenerator random) {
    long most = Math.max(1, Math.min(extent, limit));
    List<Long> divisors = Draws.divisors(extent).stream().filter(d -> d <= most).toList();
    return 2 * divisors.getLast() < most
        ? powerOfTwo(1, most, random)
        : Draws.pick(divisors, random);
  }

  /** A power of two in a range; the least one if the range has none. */
  static long powerOfTwo(long least, long most, RandomGenerator random) {
    List<Long> powers = new ArrayList<>(List.of(least));
    for (long power = least * 2; power <= most; power *= 2) {
      powers.add(power);
    }
    return Draws.pick(powers, random);
  }
}
