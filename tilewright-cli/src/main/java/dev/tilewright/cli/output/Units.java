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

  /** A duration that people wait for: {@code 42 s}, {@code 3 min 05 s} or {@code 2 h 07 min}. */
  public static String duration(double seconds) {
    long whole = Math.round(seconds);
    if (whole < 60) {
      return whole + " s";
    }
    return whole < 3600
        ? "%d min %02d s".formatted(whole / 60, whole % 60)
        : "%d h %02d min".formatted(whole / 3600, whole % 3600 / 60);
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
