package dev.tilewright.graph;

import dev.tilewright.base.DType;
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
    double largest = 0;
    for (long i = 0; i < expected.shape().elements(); i++) {
      double magnitude = Math.abs(expected.getDouble(i));
      largest = Double.isFinite(magnitude) ? Math.max(largest, magnitude) : largest;
    }
    check(what, actual, expected, RELATIVE, OF_LARGEST * largest);
  }

  /**
   * Fails unless type and shape agree and each element is as near as the ONNX project's tests ask
   * for: 1e-3 of the expected one and 1e-5, more for 16-bit floats.
   */
  public static void checkAsOnnx(String what, Tensor actual, Tensor expected) {
    if (expected.dtype().equals(DType.FLOAT16)) {
      check(what, actual, expected, 5e-3, 1e-3);
    } else if (expected.dtype().equals(DType.BFLOAT16)) {
      check(what, actual, expected, 2e-2, 1e-2);
    } else {
      check(what, actual, expected, RELATIVE, 1e-5);
    }
  }

  private static void check(
      String what, Tensor actual, Tensor expected, double relative, double absolute) {
    if (!actual.dtype().equals(expected.dtype()) || !actual.shape().equals(expected.shape())) {
      throw new AssertionError("%s: got %s; expected %s".formatted(what, actual, expected));
    }
    for (long i = 0; i < expected.shape().elements(); i++) {
      double want = expected.getDouble(i);
      double got = actual.getDouble(i);
      boolean same = Double.compare(got, want) == 0 || got == want;
      if (!same && !(Math.abs(got - want) <= relative * Math.abs(want) + absolute)) {
        throw new AssertionError("%s: element %d is %s; expected %s".formatted(what, i, got, want));
      }
    }
  }
}
