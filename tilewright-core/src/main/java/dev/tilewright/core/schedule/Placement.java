package dev.tilewright.core.schedule;

/** Where a stage is computed. */
public sealed interface Placement {
  /** In a kernel of its own, over all of its elements. */
  record Root() implements Placement {}

  /** Nowhere: its expression stands in its consumers. */
  record Inlined() implements Placement {}

  /**
   * Inside a loop of a consumer, just the region that the consumer reads in one iteration of it.
   */
  record At(String stage, String iter) implements Placement {}

  Placement ROOT = new Root();
  Placement INLINED = new Inlined();
}
