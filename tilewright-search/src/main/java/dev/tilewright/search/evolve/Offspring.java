package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Schedules made on all cores, the same ones and in the same order as on one. */
final class Offspring {
  private Offspring() {}

  /**
   * What comes of {@code attempts} attempts.
   *
   * @param make called on several threads, each time with a generator of its own
   */
  static List<ScheduleState> of(
      int attempts,
      RandomGenerator random,
      Function<RandomGenerator, Optional<ScheduleState>> make) {
    long[] seeds = random.longs(Math.max(0, attempts)).toArray();
    return Arrays.stream(seeds)
        .parallel()
        .mapToObj(seed -> make.apply(new SplittableRandom(seed)))
        .flatMap(Optional::stream)
        .toList();
  }
}
