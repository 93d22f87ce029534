package dev.tilewright.core.testing;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Checks something on many random schedules. The system property {@code tilewright.property.seed}
 * replaces the first seed and {@code tilewright.property.count} their number, so that a failure is
 * replayed with the seed that it prints and a count of 1.
 */
public final class ScheduleProperty {
  private ScheduleProperty() {}

  /**
   * @param failure what is wrong with a state, if anything; an exception counts as wrong
   * @throws AssertionError for the first failing schedule, shrunk
   */
  public static void check(
      long firstSeed, int count, Function<ScheduleState, Optional<String>> failure) {
    check(firstSeed, count, RandomSchedule::of, failure);
  }

  /**
   * The same for schedules of a kind.
   *
   * @param schedules gives the schedule of a seed
   */
  public static void check(
      long firstSeed,
      int count,
      LongFunction<RandomSchedule> schedules,
      Function<ScheduleState, Optional<String>> failure) {
    long from = Long.getLong("tilewright.property.seed", firstSeed);
    int number = Integer.getInteger("tilewright.property.count", count);
    Function<ScheduleState, Optional<String>> caught = state -> outcome(state, failure);
    LongStream.range(from, from + number)
        .parallel()
        .forEach(seed -> checkOne(schedules.apply(seed), caught));
  }

  private static void checkOne(
      RandomSchedule schedule, Function<ScheduleState, Optional<String>> failure) {
    if (failure.apply(schedule.state()).isEmpty()) {
      return;
    }
    RandomSchedule small = schedule.shrunk(failure);
    String reason = failure.apply(small.state()).orElse("does not fail when run again");
    throw new AssertionError(
        "seed %d (replay with -Dtilewright.property.seed=%d -Dtilewright.property.count=1)%n%s%n%s%n%s"
            .formatted(
                small.seed(),
                small.seed(),
                reason,
                small.dag().computes(),
                small.steps().stream().map(Step::toString).collect(Collectors.joining("\n"))));
  }

  private static Optional<String> outcome(
      ScheduleState state, Function<ScheduleState, Optional<String>> failure) {
    try {
      return failure.apply(state);
    } catch (RuntimeException thrown) {
      return Optional.of(thrown.toString());
    }
  }
}
