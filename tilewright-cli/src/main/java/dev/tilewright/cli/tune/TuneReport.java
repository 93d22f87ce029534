package dev.tilewright.cli.tune;

import static dev.tilewright.cli.output.Table.left;
import static dev.tilewright.cli.output.Table.right;

import dev.tilewright.cli.output.Table;
import dev.tilewright.cli.output.Units;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.model.RankingQuality;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.tune.TaskResult;
import dev.tilewright.search.tune.TuningResult;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The result of a tuning run for people. */
public final class TuneReport {
  private static final double MILLIS_A_SECOND = 1e3;

  private final TuningResult result;

  public TuneReport(TuningResult result) {
    this.result = result;
  }

  /** Prints the table of tasks, the sums and why the run stopped. */
  public void print(PrintWriter out) {
    table().print(out);
    out.printf(
        "sum over tasks, weighted: default %s, tuned %s%n",
        Units.time(sum(TaskResult::defaultMicros)), Units.time(sum(TaskResult::bestMicros)));
    printNearLimit(out);
    printFailures(out);
    printRanking(out);
    out.printf(
        "%d trials in %.1f s, %.1f a second; %s%n",
        result.trials(),
        result.elapsed().toMillis() / MILLIS_A_SECOND,
        result.trialsPerSecond(),
        phases());
    out.println("stopped: " + result.stopReason().text());
  }

  private Table table() {
    Table table =
        new Table(
            List.of(
                right("#"),
                right("weight"),
                left("task"),
                right("MFLOP"),
                right("(template)"),
                right("default"),
                right("tuned"),
                right("GFLOP/s"),
                right("speed-up"),
                right("trials"),
                right("failed")));
    int number = 0;
    for (TaskResult task : result.tasks()) {
      table.row(
          Integer.toString(++number),
          Integer.toString(task.task().weight()),
          task.task().name(),
          Units.megaflops(task.conservativeFlops()),
          Units.megaflops(task.templateFlops()),
          Units.time(task.defaultMicros()),
          Units.time(task.bestMicros()),
          text(task.gigaflops(), "%.1f"),
          text(task.speedUp(), "%.2f"),
          Integer.toString(task.trials()),
          Integer.toString(failures(task)));
    }
    return table;
  }

  private void printNearLimit(PrintWriter out) {
    String numbers =
        IntStream.range(0, result.tasks().size())
            .filter(task -> result.tasks().get(task).isNearLimit())
            .mapToObj(task -> "#" + (task + 1))
            .collect(Collectors.joining(", "));
    if (!numbers.isEmpty()) {
      out.println("near the machine's limit, so without further trials: " + numbers);
    }
  }

  private void printFailures(PrintWriter out) {
    Map<ErrorClass, Integer> failures = new EnumMap<>(ErrorClass.class);
    result
        .tasks()
        .forEach(task -> task.failures().forEach((e, n) -> failures.merge(e, n, Integer::sum)));
    if (failures.isEmpty()) {
      return;
    }
    String classes =
        failures.entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().words())
            .collect(Collectors.joining(", "));
    out.println("failed: " + classes);
    result.tasks().stream()
        .filter(task -> task.firstError().isPresent())
        .findFirst()
        .ifPresent(
            task ->
                out.printf(
                    "first error, of %s: %s%n", task.task().name(), task.firstError().get()));
  }

  private void printRanking(PrintWriter out) {
    List<RankingQuality> all =
        result.tasks().stream().flatMap(task -> task.rankings().stream()).toList();
    RankingQuality.mean(all)
        .ifPresent(
            mean ->
                out.printf(
                    "cost model: %s (mean of %d batches)%n", Units.ranking(mean), all.size()));
  }

  private String phases() {
    PhaseTimes phases = result.phases();
    double trials = Math.max(1, result.trials());
    return "a trial took %.1f ms to lower, %.1f to compile, %.1f to check, %.1f to measure, %.1f to propose"
        .formatted(
            phases.lower() / trials,
            phases.compile() / trials,
            phases.check() / trials,
            phases.measure() / trials,
            result.proposing().toMillis() / trials);
  }

  /** Empty if a task has no time. */
  private OptionalDouble sum(Function<TaskResult, OptionalDouble> micros) {
    double sum = 0;
    for (TaskResult task : result.tasks()) {
      OptionalDouble time = micros.apply(task);
      if (time.isEmpty()) {
        return OptionalDouble.empty();
      }
      sum += task.task().weight() * time.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  private static int failures(TaskResult task) {
    return task.failures().values().stream().mapToInt(Integer::intValue).sum();
  }

  private static String text(OptionalDouble value, String format) {
    return value.isPresent() ? format.formatted(value.getAsDouble()) : "-";
  }
}
