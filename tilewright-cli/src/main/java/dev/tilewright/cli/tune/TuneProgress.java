package dev.tilewright.cli.tune;

import dev.tilewright.cli.output.Units;
import dev.tilewright.core.schedule.PythonStepPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.tune.TaskResult;
import dev.tilewright.search.tune.TuningEvent;
import dev.tilewright.search.tune.TuningListener;
import dev.tilewright.search.tune.TuningOptions;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Shows a tuning run while it goes on: one line that is written over on a terminal, a line a minute
 * elsewhere, and every candidate with its schedule if asked.
 */
public final class TuneProgress implements TuningListener {
  /** How much is shown, and where. */
  public enum Style {
    TERMINAL,
    LINES,
    EVERY_CANDIDATE
  }

  private static final Duration TERMINAL_PERIOD = Duration.ofMillis(200);
  private static final Duration LINE_PERIOD = Duration.ofMinutes(1);
  private static final String ERASE_LINE = "\r\u001b[2K";

  /** A line that wraps could not be erased. */
  private static final String WITHOUT_WRAPPING = "\u001b[?7l%s\u001b[?7h";

  private final PrintWriter err;
  private final Style style;
  private Duration next;
  private final Map<String, Integer> rankings = new HashMap<>();
  private Optional<TuningOptions> limits = Optional.empty();

  public TuneProgress(PrintWriter err, Style style) {
    this.err = err;
    this.style = style;
    this.next = style == Style.LINES ? LINE_PERIOD : Duration.ZERO;
  }

  @Override
  public void on(TuningEvent event) {
    switch (event) {
      case TuningEvent.Started started -> onStart(started);
      case TuningEvent.TrialDone done -> onTrial(done);
      case TuningEvent.Stopped stopped -> erase();
    }
    err.flush();
  }

  private void onStart(TuningEvent.Started started) {
    limits = Optional.of(started.options());
    err.printf(
        "tuning %d tasks%s%n",
        started.tasks().size(),
        started.resumed() > 0 ? "; %d trials in the records".formatted(started.resumed()) : "");
  }

  private void onTrial(TuningEvent.TrialDone done) {
    if (style == Style.EVERY_CANDIDATE) {
      printRanking(done.task());
      err.println(candidate(done));
      return;
    }
    if (done.elapsed().compareTo(next) < 0) {
      return;
    }
    erase();
    if (style == Style.LINES) {
      err.println(line(done));
    } else {
      err.printf(WITHOUT_WRAPPING, line(done));
    }
    next = done.elapsed().plus(style == Style.LINES ? LINE_PERIOD : TERMINAL_PERIOD);
  }

  /** The ranking of the task's last batch, once it is known. */
  private void printRanking(TaskResult task) {
    int known = task.rankings().size();
    Integer shown = rankings.put(task.task().name(), known);
    if (known > 0 && (shown == null || shown < known)) {
      err.printf(
          "cost model  %s  %s in the last batch%n",
          task.task().name(), Units.ranking(task.rankings().getLast()));
    }
  }

  private void erase() {
    if (style == Style.TERMINAL) {
      err.print(ERASE_LINE);
    }
  }

  private String line(TuningEvent.TrialDone done) {
    TaskResult task = done.task();
    double seconds = Math.max(1e-3, done.elapsed().toMillis() / 1e3);
    return "%4.0f s%s  %d trials (%.1f/s)  %s: best %s (%s GFLOP/s), default %s, %d of %d failed"
        .formatted(
            seconds,
            limits.map(options -> ", " + Units.duration(left(options, done)) + " left").orElse(""),
            done.trials(),
            done.trials() / seconds,
            task.task().name(),
            Units.time(task.bestMicros()),
            task.gigaflops().isPresent() ? Units.speed(task.gigaflops().getAsDouble()) : "-",
            Units.time(task.defaultMicros()),
            task.failures().values().stream().mapToInt(Integer::intValue).sum(),
            task.trials());
  }

  /** Seconds until the time or, at the speed so far, the trials are used. */
  private static double left(TuningOptions options, TuningEvent.TrialDone done) {
    double elapsed = done.elapsed().toMillis() / 1e3;
    double byTime = options.time().toMillis() / 1e3 - elapsed;
    double byTrials =
        elapsed / Math.max(1, done.trials()) * ((double) options.trials() - done.trials());
    return Math.max(0, Math.min(byTime, byTrials));
  }

  private static String candidate(TuningEvent.TrialDone done) {
    TaskResult task = done.task();
    String cost =
        switch (done.result().outcome()) {
          case Outcome.Measured(var costs) ->
              "%s, %s GFLOP/s"
                  .formatted(
                      Units.time(costs.median()),
                      Units.speed(Units.gigaflops(task.conservativeFlops(), costs.median())));
          case Outcome.Failed(var error, String message) -> error.words() + ": " + message;
        };
    return "trial %d  %s  %s%n%s"
        .formatted(done.trials(), task.task().name(), cost, schedule(task, done.result()));
  }

  private static String schedule(TaskResult task, MeasureResult result) {
    try {
      ScheduleState state = ScheduleState.initial(task.task().dag()).apply(result.steps());
      return PythonStepPrinter.print(state).indent(4).stripTrailing();
    } catch (StepRefusedException refused) {
      return "    " + result.steps();
    }
  }
}
