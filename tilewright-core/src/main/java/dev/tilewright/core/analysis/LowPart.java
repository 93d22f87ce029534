package dev.tilewright.core.analysis;

import java.util.Arrays;
import java.util.Optional;

/**
 * A sum split as {@code factor * high + low} with {@code 0 <= low < factor}: what {@code (i*14 + j)
 * / 14} and {@code (i*14 + j) % 14} are simplified by.
 *
 * @param factor divides the divisor for which the split was made, and is above 1
 */
record LowPart(long factor, Affine high, Affine low) {
  /** The split with the largest factor that divides the divisor, if bounds prove any. */
  static Optional<LowPart> split(Affine sum, long divisor) {
    for (long factor : factors(sum, divisor)) {
      Optional<LowPart> split = splitBy(sum, factor);
      if (split.isPresent()) {
        return split;
      }
    }
    return Optional.empty();
  }

  /** The split by a given factor, if bounds prove that the low part stays below it. */
  static Optional<LowPart> splitBy(Affine sum, long factor) {
    Interval bounds = Interval.point(sum.constant());
    for (int t = 0; t < sum.size(); t++) {
      if (sum.coefficient(t) % factor != 0) {
        bounds = bounds.plus(sum.atom(t).bounds().times(sum.coefficient(t)));
      }
    }
    if (!bounds.isBounded()) {
      return Optional.empty();
    }
    long carry = Math.floorDiv(bounds.min(), factor);
    if (carry != Math.floorDiv(bounds.max(), factor)) {
      return Optional.empty();
    }
    AffineBuilder high = new AffineBuilder().addConstant(carry);
    AffineBuilder low = new AffineBuilder().addConstant(sum.constant() - carry * factor);
    for (int t = 0; t < sum.size(); t++) {
      if (sum.coefficient(t) % factor == 0) {
        high.addAtom(sum.atom(t), sum.coefficient(t) / factor);
      } else {
        low.addAtom(sum.atom(t), sum.coefficient(t));
      }
    }
    return Optional.of(new LowPart(factor, high.build(), low.build()));
  }

  /** Candidates, largest first: the divisor and its common divisors with each coefficient. */
  private static long[] factors(Affine sum, long divisor) {
    long[] factors = new long[sum.size() + 1];
    factors[0] = divisor;
    for (int t = 0; t < sum.size(); t++) {
      factors[t + 1] = gcd(Math.abs(sum.coefficient(t)), divisor);
    }
    Arrays.sort(factors);
    int kept = 0;
    long[] descending = new long[factors.length];
    for (int f = factors.length - 1; f >= 0; f--) {
      if (factors[f] > 1 && (kept == 0 || descending[kept - 1] != factors[f])) {
        descending[kept++] = factors[f];
      }
    }
    return Arrays.copyOf(descending, kept);
  }

  static long gcd(long a, long b) {
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
}
