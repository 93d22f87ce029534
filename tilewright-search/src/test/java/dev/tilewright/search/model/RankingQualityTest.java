package dev.tilewright.search.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class RankingQualityTest {
  private static final double FAILED = Double.POSITIVE_INFINITY;

  @Test
  void countsPairsAndTheFastest() {
    // Of the six pairs only (1, 2) is in the wrong order; the fastest two are 0 and 1.
    RankingQuality quality =
        RankingQuality.of(new double[] {9, 3, 5, 1}, new double[] {1, 2, 3, 4}, 2);

    assertEquals(5.0 / 6, quality.pairwiseAccuracy(), 1e-12);
    assertEquals(0.5, quality.topRecall());
  }

  @Test
  void countsEqualScoresHalf() {
    assertEquals(
        0.5, RankingQuality.of(new double[] {1, 1}, new double[] {1, 2}, 1).pairwiseAccuracy());
  }

  @Test
  void ranksFailedProgramsLastAndNotAgainstEachOther() {
    RankingQuality quality =
        RankingQuality.of(new double[] {3, 1, 2}, new double[] {1, FAILED, FAILED}, 9);

    assertEquals(new RankingQuality(1, 1, 3), quality);
  }

  @Test
  void refusesScoresThatDoNotFitTheTimes() {
    assertThrows(
        IllegalArgumentException.class,
        () -> RankingQuality.of(new double[] {1}, new double[] {1, 2}, 1));
  }
}
