package dev.tilewright.search.measure;

import dev.tilewright.base.DType;
import dev.tilewright.runtime.Tensor;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/** Compares an output with the reference, element by element. */
final class OutputComparison {
  private final String name;
  private final Tensor reference;
  private final Tolerance tolerance;
  private final double largest;

  OutputComparison(String name, Tensor reference, Tolerance tolerance) {
    this.name = name;
    this.reference = reference;
    this.tolerance = tolerance;
    this.largest = largest(reference);
  }

  Tensor reference() {
    return reference;
  }

  /**
   * What is wrong with an output, in one line; empty if nothing is.
   *
   * @param factor how many times the tolerance is allowed
   */
  Optional<String> findDifference(Tensor actual, double factor) {
    long elements = reference.shape().elements();
    long allowed = (long) (tolerance.share() * elements);
    long wrong = 0;
    long first = -1;
    for (long at = 0; at < elements; at++) {
      if (!isClose(value(reference, at), value(actual, at), factor)) {
        first = first < 0 ? at : first;
        wrong++;
      }
    }
    return wrong <= allowed ? Optional.empty() : Optional.of(describe(actual, wrong, first));
  }

  /** Whether one value, computed elsewhere, agrees with the reference. */
  boolean agrees(long at, double value) {
    return isClose(value(reference, at), value, 1) || tolerance.share() > 0;
  }

  private boolean isClose(double expected, double value, double factor) {
    if (value == expected || (Double.isNaN(value) && Double.isNaN(expected))) {
      return true;
    }
    return Math.abs(value - expected) <= factor * tolerance.distance(expected, largest);
  }

  private String describe(Tensor actual, long wrong, long first) {
    return "%s: %d of %d elements are wrong; element %d is %s; expected %s"
        .formatted(
            name,
            wrong,
            reference.shape().elements(),
            first,
            value(actual, first),
            value(reference, first));
  }

  private static double value(Tensor tensor, long at) {
    return tensor.dtype().equals(DType.FLOAT32)
        ? tensor.segment().getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, at)
        : tensor.getDouble(at);
  }

  private static double largest(Tensor tensor) {
    double largest = 0;
    for (long at = 0; at < tensor.shape().elements(); at++) {
      double magnitude = Math.abs(value(tensor, at));
      if (magnitude > largest && magnitude < Double.POSITIVE_INFINITY) {
        largest = magnitude;
      }
    }
    return largest;
  }
}
