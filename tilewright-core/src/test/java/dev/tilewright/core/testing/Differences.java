package dev.tilewright.core.testing;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import java.util.List;
import java.util.Optional;

/** Compares results with expected ones. */
public final class Differences {
  private Differences() {}

  /**
   * The first element that is further off than rounding explains; integers are compared exactly.
   */
  public static Optional<String> first(
      List<Buffer> outputs, List<HostArray> got, List<HostArray> expected) {
    for (int t = 0; t < outputs.size(); t++) {
      HostArray actual = got.get(t);
      HostArray wanted = expected.get(t);
      for (long i = 0; i < wanted.shape().elements(); i++) {
        if (!isClose(actual, wanted, i)) {
          return Optional.of(
              "output %s, element %d: got %s; expected %s"
                  .formatted(outputs.get(t), i, actual.getDouble(i), wanted.getDouble(i)));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isClose(HostArray got, HostArray expected, long position) {
    if (!expected.dtype().isFloat()) {
      return got.getLong(position) == expected.getLong(position);
    }
    double a = got.getDouble(position);
    double b = expected.getDouble(position);
    if (Double.isNaN(a) || Double.isNaN(b) || Double.isInfinite(b)) {
      return Double.compare(a, b) == 0;
    }
    double unit = expected.dtype().bits() == 16 ? 0.02 : 1e-5;
    return Math.abs(a - b) <= unit * Math.max(1e-3, Math.abs(b));
  }
}
