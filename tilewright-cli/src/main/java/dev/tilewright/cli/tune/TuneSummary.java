package dev.tilewright.cli.tune;

import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.model.RankingQuality;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.tune.TaskResult;
import dev.tilewright.search.tune.TuningResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The result of a tuning run for programs; times are in microseconds unless named otherwise. */
public record TuneSummary(
    String workload,
    String target,
    int threads,
    List<Task> tasks,
    int trials,
    double seconds,
    double trialsPerSecond,
    PhaseTimes phaseMillis,
    String stopReason) {
  /** One task. */
  public record Task(
      String name,
      String key,
      int weight,
      double conservativeFlops,
      double templateFlops,
      OptionalDouble defaultMicros,
      OptionalDouble bestMicros,
      OptionalDouble gflops,
      int trials,
      int resumed,
      Map<ErrorClass, Integer> failures,
      List<RankingQuality> rankings) {
    static Task of(TaskResult result) {
      return new Task(
          result.task().name(),
          result.task().key().hex(),
          result.task().weight(),
          result.conservativeFlops(),
          result.templateFlops(),
          result.defaultMicros(),
          result.bestMicros(),
          result.gigaflops(),
          result.trials(),
          result.resumed(),
          result.failures(),
          result.rankings());
    }
  }

  public static TuneSummary of(String workload, String target, int threads, TuningResult result) {
    return new TuneSummary(
        workload,
        target,
        threads,
        result.tasks().stream().map(Task::of).toList(),
        result.trials(),
        result.elapsed().toMillis() / 1e3,
        result.trialsPerSecond(),
        result.phases(),
        result.stopReason().text());
  }
}
