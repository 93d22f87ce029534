package dev.tilewright.search.model;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How well scores order programs that were then measured. Meant for scores given before the model
 * has seen the measurements.
 *
 * @param pairwiseAccuracy share of the pairs of different times that the scores order as the times
 *     do, a pair of equal scores counting half; 0.5 is chance, and the value without any such pair
 * @param topRecall share of the truly fastest {@code top} programs among those with the best scores
 * @param top how many programs {@code topRecall} looks at
 */
public record RankingQuality(double pairwiseAccuracy, double topRecall, int top) {

  /**
   * @param scores one a program, the higher the faster
   * @param seconds measured times; positive infinity for a program that failed
   * @param top at most the number of programs is used
   */
  public static RankingQuality of(double[] scores, double[] seconds, int top) {
    if (scores.length != seconds.length || scores.length == 0 || top < 1) {
      throw new IllegalArgumentException(
          "ranking quality: %d scores, %d times, top %d; expected one score a time and top >= 1"
              .formatted(scores.length, seconds.length, top));
    }
    int counted = Math.min(top, scores.length);
    return new RankingQuality(
        pairwiseAccuracy(scores, seconds), topRecall(scores, seconds, counted), counted);
  }

  /** The means of several; empty for none. */
  public static Optional<RankingQuality> mean(List<RankingQuality> all) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new RankingQuality(
            all.stream().mapToDouble(RankingQuality::pairwiseAccuracy).average().orElseThrow(),
            all.stream().mapToDouble(RankingQuality::topRecall).average().orElseThrow(),
            (int) Math.round(all.stream().mapToInt(RankingQuality::top).average().orElseThrow())));
  }

  private static double pairwiseAccuracy(double[] scores, double[] seconds) {
    double right = 0;
    long pairs = 0;
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < i; j++) {
        int faster = Double.compare(seconds[j], seconds[i]);
        if (faster != 0) {
          int better = Double.compare(scores[i], scores[j]);
          right += better == 0 ? 0.5 : better == faster ? 1 : 0;
          pairs++;
        }
      }
    }
    return pairs == 0 ? 0.5 : right / pairs;
  }

  private static double topRecall(double[] scores, double[] seconds, int top) {
    Set<Integer> fastest = best(seconds.length, Comparator.comparingDouble(i -> seconds[i]), top);
    Set<Integer> chosen = best(scores.length, Comparator.comparingDouble(i -> -scores[i]), top);
    return (double) chosen.stream().filter(fastest::contains).count() / top;
  }

  private static Set<Integer> best(int count, Comparator<Integer> order, int top) {
    return IntStream.range(0, count).boxed().sorted(order).limit(top).collect(Collectors.toSet());
  }
}
