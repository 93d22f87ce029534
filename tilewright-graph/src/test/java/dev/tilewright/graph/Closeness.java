package dev.tilewright.graph;

import dev.tilewright.runtime.Tensor;

/** How far computed tensors may be from expected ones. */
public final class Closeness {
  private static final double RELATIVE = 1e-3;
  private static final double OF_LARGEST = 1e-4;

  private Closeness() {}

  /**
   * Fails unless type and shape agree and each element is within 1e-3 of the expected one, or
   * within 1e-4 of the largest expected one.
   */
  public static void check(String what, Tensor actual, Tensor expected) {
    if (!actual.dtype().equals(expected.dtype()) || !actual.shape().equals(expected.shape())) {
      throw new AssertionError("%s: got %s; expected %s".formatted(what, actual, expected));
    }
    double largest = 0;
    for (long i = 0; i < expected.shape().elements(); i++) {
      double magnitude = Math.abs(expected.getDouble(i));
      largest = Double.isFinite(magnitude) ? Math.max(largest, magnitude) : largest;
    }
    for (long i = 0; i < expected.shape().elements(); i++) {
      double want = expected.getDouble(i);
      double got = actual.getDouble(i);
      boolean same = Double.compare(got, want) == 0 || got == want;
      if (!same && !(Math.abs(got - want) <= RELATIVE * Math.abs(want) + OF_LARGEST * largest)) {
        throw new AssertionError("%s: element %d is %s; expected %s".formatted(what, i, got, want));
      }
    }
  }
}
