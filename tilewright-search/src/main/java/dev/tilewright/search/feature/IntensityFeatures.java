package dev.tilewright.search.feature;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Arithmetic intensity, operations per byte touched, of the loops from each depth on, as a curve
 * over the logarithm of their operations, sampled at points of equal distance (Ansor, appendix B).
 */
final class IntensityFeatures implements FeatureGroup {
  private static final int SAMPLES = 10;

  @Override
  public List<String> names() {
    return IntStream.range(0, SAMPLES).mapToObj(i -> "intensity" + i).toList();
  }

  @Override
  public void write(Statement statement, FeatureRow row) {
    int depths = statement.path().loops().size() + 1;
    double operations = Math.max(1, ArithmeticCounts.of(statement.stage().op()).operations());
    double[] logs = new double[depths];
    double[] intensities = new double[depths];
    for (int i = 0; i < depths; i++) {
      int depth = depths - 1 - i;
      double work = operations * statement.path().inner(depth);
      double bytes = 0;
      for (Access access : statement.accesses()) {
        bytes += access.uniqueBytes(depth);
      }
      logs[i] = Math.log(Math.max(1, work));
      intensities[i] = work / Math.max(1, bytes);
    }
    for (int sample = 0; sample < SAMPLES; sample++) {
      double at = logs[0] + (logs[depths - 1] - logs[0]) * sample / (SAMPLES - 1);
      row.quantity(interpolate(logs, intensities, at));
    }
  }

  /** The value at {@code at} of the line through points whose first coordinates do not fall. */
  static double interpolate(double[] x, double[] y, double at) {
    int right = 0;
    while (right < x.length - 1 && x[right] < at) {
      right++;
    }
    if (right == 0 || x[right] == x[right - 1]) {
      return y[right];
    }
    double share = (at - x[right - 1]) / (x[right] - x[right - 1]);
    return y[right - 1] + Math.min(1, share) * (y[right] - y[right - 1]);
  }
}
