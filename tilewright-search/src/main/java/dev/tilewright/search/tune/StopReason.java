package dev.tilewright.search.tune;

import java.time.Duration;

/** Why a tuning run ended. */
public sealed interface StopReason {
  /** As many candidates were measured as allowed. */
  record TrialsUsed(int trials) implements StopReason {}

  /** The time was up. */
  record TimeUsed(Duration time) implements StopReason {}

  /** No task has a candidate that was not measured. */
  record SpaceExhausted() implements StopReason {}

  /** No task that has candidates got better for so many rounds. */
  record NoImprovement(int rounds) implements StopReason {}

  /**
   * Every task that has candidates is as fast as the machine allows, but for a small share.
   *
   * @param share of the machine's limit that each of them reaches at least
   */
  record NearLimit(double share) implements StopReason {}

  /** Somebody asked for it. */
  record Interrupted() implements StopReason {}

  /** For people. */
  default String text() {
    return switch (this) {
      case TrialsUsed(int trials) -> "all %d trials are used".formatted(trials);
      case TimeUsed(Duration time) -> "the time of %d s is used".formatted(time.toSeconds());
      case SpaceExhausted() -> "every candidate that was found is measured";
      case NoImprovement(int rounds) -> "no improvement in %d rounds".formatted(rounds);
      case NearLimit(double share) ->
          "every task is within %.0f %% of what the machine can do".formatted(100 * (1 - share));
      case Interrupted() -> "interrupted";
    };
  }
}
