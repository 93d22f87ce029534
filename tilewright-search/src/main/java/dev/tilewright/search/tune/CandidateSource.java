package dev.tilewright.search.tune;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.model.Measured;
import dev.tilewright.search.model.RankingQuality;
import java.util.List;
import java.util.random.RandomGenerator;

/** Decides which schedules of one task are measured next. */
public interface CandidateSource {
  /** Takes note of measurements, from this run or an earlier one. */
  void report(List<Measured> measured);

  /** New candidates, the most promising first; none if no more are found. */
  List<ScheduleState> propose(int count, RandomGenerator random);

  /** How well the reported measurements were foreseen, batch by batch. */
  default List<RankingQuality> qualities() {
    return List.of();
  }

  /**
   * Takes note of fast schedules of other computations, as far as they apply to this one.
   *
   * @param neighbours in the names of this task
   */
  default void seed(List<List<Step>> neighbours) {
    // A source may have no use for them.
  }

  /**
   * The arithmetic of the cheapest algorithm among the candidates, relative to that of the
   * definition.
   */
  default double leastWork() {
    return 1;
  }

  /** Asks for candidates unlike the ones so far, since those have stopped to get better. */
  void widen();
}
