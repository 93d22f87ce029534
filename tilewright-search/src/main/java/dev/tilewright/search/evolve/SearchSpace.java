package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.Program;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The schedules among which a tuner looks for the fastest one. All randomness comes from the
 * generator that the caller passes, so that the same seed yields the same candidates.
 */
public interface SearchSpace {
  /** Schedules with their structure decided and their numbers open, for people to look at. */
  List<ScheduleState> sketches();

  /**
   * The arithmetic of the cheapest algorithm in this space, relative to that of the definition: 1
   * if no sketch has another algorithm.
   */
  double leastWork();

  /**
   * The program of a schedule of this space on its target.
   *
   * @throws dev.tilewright.core.lower.LoweringRefusedException if it exceeds a limit
   */
  Program lower(ScheduleState state);

  /** A complete random schedule; empty if the numbers drawn do not make one, so try again. */
  Optional<ScheduleState> sample(RandomGenerator random);

  /**
   * A complete schedule that differs in one decision from a complete schedule of this space; empty
   * if the decision drawn does not fit.
   */
  Optional<ScheduleState> mutate(ScheduleState state, RandomGenerator random);

  /**
   * A complete schedule like one of the same operator in another shape: the same structure, the
   * numbers fitted; empty if this space has none like it.
   *
   * @param steps of the other schedule, in the names of this space
   */
  Optional<ScheduleState> adapt(List<Step> steps);

  /** A complete schedule with decisions of both; empty if they do not fit together. */
  Optional<ScheduleState> crossover(
      ScheduleState first, ScheduleState second, RandomGenerator random);
}
