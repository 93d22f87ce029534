package dev.tilewright.search.record;

import java.util.List;

/**
 * Measured times of one program in microseconds.
 *
 * @param repeats each repeat's time for one run, in order of measurement
 * @param median of the repeats; what programs are compared by
 * @param min the fastest repeat
 * @param spread distance between the quartiles relative to the median
 */
public record Costs(List<Double> repeats, double median, double min, double spread) {
  public Costs {
    repeats = List.copyOf(repeats);
  }

  /**
   * @param repeats at least one, each above 0
   */
  public static Costs of(List<Double> repeats) {
    if (repeats.isEmpty() || repeats.stream().anyMatch(time -> !(time > 0))) {
      throw new IllegalArgumentException(
          "costs: got %s; expected at least one time above 0".formatted(repeats));
    }
    List<Double> sorted = repeats.stream().sorted().toList();
    double median = quantile(sorted, 0.5);
    double spread = (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / median;
    return new Costs(repeats, median, sorted.getFirst(), spread);
  }

  private static double quantile(List<Double> sorted, double fraction) {
    double position = fraction * (sorted.size() - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.size() - 1);
    return sorted.get(below) + (position - below) * (sorted.get(above) - sorted.get(below));
  }
}
