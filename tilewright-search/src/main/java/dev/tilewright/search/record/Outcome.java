package dev.tilewright.search.record;

/** What came of a candidate. */
public sealed interface Outcome {
  /** It ran, gave the right result and took this long. */
  record Measured(Costs costs) implements Outcome {}

  /**
   * It did not.
   *
   * @param message one line: the first real error
   */
  record Failed(ErrorClass error, String message) implements Outcome {}
}
