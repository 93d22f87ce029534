package dev.tilewright.search.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ThroughputLossTest {
  private static final double STEP = 1e-4;

  private final ThroughputLoss loss =
      new ThroughputLoss(new int[] {0, 0, 1, 2, 2}, new double[] {1, 0.25, 0});
  private final double[] predictions = {0.3, 0.4, 0.9, -0.1, 0.6};

  @Test
  void sumsTheStatementsOfAProgram() {
    assertArrayEquals(new double[] {0.7, 0.9, 0.5}, loss.sums(predictions), 1e-12);
  }

  @Test
  void derivativesAreThoseOfFiniteDifferences() {
    ThroughputLoss.Derivatives derivatives = loss.derivatives(predictions);
    for (int s = 0; s < predictions.length; s++) {
      double above = lossWith(s, STEP);
      double below = lossWith(s, -STEP);
      double middle = loss.loss(predictions);
      assertEquals((above - below) / (2 * STEP), derivatives.gradient()[s], 1e-8);
      assertEquals((above - 2 * middle + below) / (STEP * STEP), derivatives.hessian()[s], 1e-5);
    }
  }

  @Test
  void aFailedProgramHasNoThroughput() {
    assertArrayEquals(
        new double[] {0.5, 1, 0},
        ThroughputLoss.normalised(new double[] {4, 2, Double.POSITIVE_INFINITY}));
  }

  @Test
  void programsThatAllFailedHaveNoThroughput() {
    assertArrayEquals(
        new double[] {0}, ThroughputLoss.normalised(new double[] {Double.POSITIVE_INFINITY}));
  }

  private double lossWith(int statement, double change) {
    double[] changed = predictions.clone();
    changed[statement] += change;
    return loss.loss(changed);
  }
}
