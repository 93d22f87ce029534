package dev.tilewright.core.analysis;

/**
 * The integers from {@code min} to {@code max}, both included; the extremes of long mean unbounded.
 * Arithmetic saturates: a bound that does not fit in 64 bits becomes unbounded.
 */
public record Interval(long min, long max) {
  public static final Interval EVERYTHING = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

  /** The interval that holds one value. */
  public static Interval point(long value) {
    return new Interval(value, value);
  }

  public boolean isBounded() {
    return min != Long.MIN_VALUE && max != Long.MAX_VALUE;
  }

  /** True if it holds exactly one value. */
  public boolean isPoint() {
    return min == max && isBounded();
  }

  public boolean contains(long value) {
    return min <= value && value <= max;
  }

  /** All sums of a value of this and a value of the other. */
  public Interval plus(Interval other) {
    return new Interval(
        addBound(min, other.min, Long.MIN_VALUE), addBound(max, other.max, Long.MAX_VALUE));
  }

  public Interval plus(long value) {
    return value == 0 ? this : plus(point(value));
  }

  /** All values times a constant. */
  public Interval times(long factor) {
    if (factor == 0) {
      return point(0);
    }
    return factor > 0
        ? new Interval(
            multiplyBound(min, Long.MIN_VALUE, factor, Long.MIN_VALUE),
            multiplyBound(max, Long.MAX_VALUE, factor, Long.MAX_VALUE))
        : new Interval(
            multiplyBound(max, Long.MAX_VALUE, factor, Long.MIN_VALUE),
            multiplyBound(min, Long.MIN_VALUE, factor, Long.MAX_VALUE));
  }

  /** All quotients by a positive constant, rounded towards minus infinity. */
  public Interval floorDiv(long divisor) {
    return new Interval(
        min == Long.MIN_VALUE ? min : Math.floorDiv(min, divisor),
        max == Long.MAX_VALUE ? max : Math.floorDiv(max, divisor));
  }

  /** All remainders by a positive constant. */
  public Interval floorMod(long divisor) {
    if (isBounded() && Math.floorDiv(min, divisor) == Math.floorDiv(max, divisor)) {
      return new Interval(Math.floorMod(min, divisor), Math.floorMod(max, divisor));
    }
    return new Interval(0, divisor - 1);
  }

  /** The smaller of a value of this and a value of the other. */
  public Interval min(Interval other) {
    return new Interval(Math.min(min, other.min), Math.min(max, other.max));
  }

  /** The larger of a value of this and a value of the other. */
  public Interval max(Interval other) {
    return new Interval(Math.max(min, other.min), Math.max(max, other.max));
  }

  /** The smallest interval that holds both. */
  public Interval union(Interval other) {
    return new Interval(Math.min(min, other.min), Math.max(max, other.max));
  }

  private static long addBound(long left, long right, long unbounded) {
    if (left == unbounded || right == unbounded) {
      return unbounded;
    }
    long sum = left + right;
    boolean overflow = ((left ^ sum) & (right ^ sum)) < 0;
    return overflow ? unbounded : sum;
  }

  private static long multiplyBound(long bound, long unbounded, long factor, long result) {
    if (bound == unbounded) {
      return result;
    }
    long high = Math.multiplyHigh(bound, factor);
    long low = bound * factor;
    boolean overflow = high != low >> 63;
    return overflow ? result : low;
  }
}
