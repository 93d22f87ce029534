package dev.tilewright.search.feature;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Operations of each kind over all executions of the statement (Ansor, appendix B, "numbers"). */
final class ArithmeticFeatures implements FeatureGroup {
  @Override
  public List<String> names() {
    return Arrays.stream(ArithmeticCounts.Kind.values())
        .map(kind -> "count." + kind.name().toLowerCase(Locale.ROOT))
        .toList();
  }

  @Override
  public void write(Statement statement, FeatureRow row) {
    ArithmeticCounts counts = ArithmeticCounts.of(statement.stage().op());
    double executions = statement.path().iterations();
    for (ArithmeticCounts.Kind kind : ArithmeticCounts.Kind.values()) {
      row.quantity(counts.count(kind) * executions);
    }
  }
}
