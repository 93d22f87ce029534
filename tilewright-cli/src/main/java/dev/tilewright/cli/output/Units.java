package dev.tilewright.cli.output;

import dev.tilewright.search.model.RankingQuality;
import java.util.OptionalDouble;

/** Quantities for people. */
public final class Units {
  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;

  private Units() {}

  /** A time with three or four digits, in the unit that suits it. */
  public static String time(double micros) {
    if (micros < THOUSAND) {
      return "%.2f us".formatted(micros);
    }
    return micros < MILLION
        ? "%.3f ms".formatted(micros / THOUSAND)
        : "%.3f s".formatted(micros / MILLION);
  }

  /** A time, or a dash where there is none. */
  public static String time(OptionalDouble micros) {
    return micros.isPresent() ? time(micros.getAsDouble()) : "-";
  }

  /** Operations in millions. */
  public static String megaflops(double flops) {
    return "%.2f".formatted(flops / MILLION);
  }

  /** Speed of a computation. */
  public static double gigaflops(double flops, double micros) {
    return flops / micros / THOUSAND;
  }

  /** Speed with one digit after the point. */
  public static String speed(double gigaflops) {
    return "%.1f".formatted(gigaflops);
  }

  /** How well a cost model ranked programs. */
  public static String ranking(RankingQuality quality) {
    return "%.0f %% of pairs in the right order, %.0f %% of the fastest %d found"
        .formatted(100 * quality.pairwiseAccuracy(), 100 * quality.topRecall(), quality.top());
  }
}
