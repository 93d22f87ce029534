package dev.tilewright.search.feature;

/** The features of one statement while they are written, one after the other. */
final class FeatureRow {
  private final float[] values;
  private int next;

  FeatureRow(int length) {
    values = new float[length];
  }

  /** A quantity of any magnitude, as {@code sign(x) * log2(|x| + 1)}. */
  void quantity(double value) {
    share(Math.copySign(Math.log1p(Math.abs(value)) / Math.log(2), value));
  }

  /** A number that is small by nature, such as a ratio, as it is. */
  void share(double value) {
    values[next++] = (float) value;
  }

  /** 1 or 0. */
  void flag(boolean value) {
    share(value ? 1 : 0);
  }

  /** One flag a constant of an enum, at most one of them 1. */
  <E extends Enum<E>> void oneOf(E[] constants, E value) {
    for (E constant : constants) {
      flag(constant == value);
    }
  }

  float[] finished() {
    if (next != values.length) {
      throw new IllegalStateException(
          "features: %d values written; expected %d".formatted(next, values.length));
    }
    return values;
  }
}
