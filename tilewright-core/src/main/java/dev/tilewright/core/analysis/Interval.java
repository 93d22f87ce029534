package dev.tilewright.core.analysis;

/**
 * The integers from {@code min} to {@code max}, both included; the extremes of long mean unbounded.
 */
public record Interval(long min, long max) {
  public static final Interval EVERYTHING = new Interval(Long.MIN_VALUE, Long.MAX_VALUE);

  public boolean isBounded() {
    return min != Long.MIN_VALUE && max != Long.MAX_VALUE;
  }
}
