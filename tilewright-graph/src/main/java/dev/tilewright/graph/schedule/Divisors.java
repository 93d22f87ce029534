package dev.tilewright.graph.schedule;

/** Divisors of extents, for splits without a tail. */
final class Divisors {
  private Divisors() {}

  /** The largest divisor of a number that is not above a bound; 1 for a number below 1. */
  static long largest(long number, long most) {
    for (long divisor = Math.min(most, number); divisor > 1; divisor--) {
      if (number % divisor == 0) {
        return divisor;
      }
    }
    return 1;
  }
}
