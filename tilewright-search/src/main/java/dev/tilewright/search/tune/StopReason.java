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

  /** Somebody asked for it. */
  record Interrupted() implements StopReason {}

  /** For people. */
  default String text() {
    return switch (this) {
      case TrialsUsed(int trials) -> "all %d trials are used".formatted(trials);
      case TimeUsed(Duration time) -> "the time of %d s is used".formatted(time.toSeconds());
      case SpaceExhausted() -> "every candidate that was found is measured";
      case NoImprovement(int rounds) -> "no improvement in %d rounds".formatted(rounds);
      case Interrupted() -> "interrupted";
    };
  }
}
