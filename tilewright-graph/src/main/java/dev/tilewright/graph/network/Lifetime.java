package dev.tilewright.graph.network;

/**
 * When a buffer holds data.
 *
 * @param bytes its size
 * @param first the step that fills it
 * @param last the last step that uses it, at least {@code first}
 */
record Lifetime(long bytes, int first, int last) {
  Lifetime {
    if (bytes < 0 || last < first) {
      throw new IllegalArgumentException(
          "lifetime: got %d bytes from step %d to %d; expected a size and an order"
              .formatted(bytes, first, last));
    }
  }

  /** True if both hold data during some step. */
  boolean overlaps(Lifetime other) {
    return first <= other.last && other.first <= last;
  }
}
