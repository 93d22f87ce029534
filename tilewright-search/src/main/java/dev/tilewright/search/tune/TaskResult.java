package dev.tilewright.search.tune;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.model.RankingQuality;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.task.TuningTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is known of a task.
 *
 * @param conservativeFlops floating-point operations of one execution by the conservative count
 * @param templateFlops the same by the template tuner's count
 * @param defaultMicros median time of the default schedule; empty if it was not measured or failed
 * @param bestMicros median time of the fastest valid candidate; empty if there is none
 * @param bestSchedule its steps; the default schedule if there is none
 * @param leastMicros what no schedule of the definition can beat on this machine; empty if it was
 *     not asked for or is not known
 * @param trials candidates measured in this run, failed ones included
 * @param resumed candidates known from earlier records
 * @param failures candidates of this run without a cost, by class of error
 * @param firstError message of the first of them
 * @param rankings how well the cost model foresaw each batch of measurements but the last
 */
public record TaskResult(
    TuningTask task,
    double conservativeFlops,
    double templateFlops,
    OptionalDouble defaultMicros,
    OptionalDouble bestMicros,
    List<Step> bestSchedule,
    OptionalDouble leastMicros,
    int trials,
    int resumed,
    Map<ErrorClass, Integer> failures,
    Optional<String> firstError,
    List<RankingQuality> rankings) {
  private static final double FLOPS_A_MICRO_IN_GIGA = 1e3;

  public TaskResult {
    bestSchedule = List.copyOf(bestSchedule);
    failures = Map.copyOf(failures);
    rankings = List.copyOf(rankings);
  }

  /** Speed of the best candidate in GFLOP/s by the conservative count. */
  public OptionalDouble gigaflops() {
    return bestMicros.isPresent()
        ? OptionalDouble.of(conservativeFlops / bestMicros.getAsDouble() / FLOPS_A_MICRO_IN_GIGA)
        : OptionalDouble.empty();
  }

  /** Whether the task got no more trials because it is as fast as the machine allows. */
  public boolean isNearLimit() {
    return bestMicros.isPresent()
        && leastMicros.orElse(0) >= TaskTuner.NEAR_LIMIT * bestMicros.getAsDouble();
  }

  /** How many times faster the best candidate is than the default schedule. */
  public OptionalDouble speedUp() {
    return defaultMicros.isPresent() && bestMicros.isPresent()
        ? OptionalDouble.of(defaultMicros.getAsDouble() / bestMicros.getAsDouble())
        : OptionalDouble.empty();
  }
}
