package dev.tilewright.search.tune;

import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.build.PhaseTimes;
import dev.tilewright.search.measure.MeasureResult;
import dev.tilewright.search.measure.Measurer;
import dev.tilewright.search.record.Costs;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.task.TuningTask;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/**
 * A measurer with known costs: 100 µs without a split, else 100 µs divided by the factor; a task
 * whose name begins with {@code broken} fails always.
 */
final class FakeMeasurer implements Measurer {
  final List<String> log = new ArrayList<>();

  /** The first time of a split by this factor is a tenth of what it should be; 0 for none. */
  long luckyFactor;

  @Override
  public void measure(
      TuningTask task,
      List<List<Step>> candidates,
      DoubleSupplier giveUpMicros,
      Consumer<MeasureResult> results,
      BooleanSupplier stop) {
    for (List<Step> steps : candidates) {
      if (stop.getAsBoolean()) {
        return;
      }
      log.add(task.name() + " " + steps);
      results.accept(new MeasureResult(steps, outcome(task, steps), PhaseTimes.NONE));
    }
  }

  private Outcome outcome(TuningTask task, List<Step> steps) {
    if (task.name().startsWith("broken")) {
      return new Outcome.Failed(ErrorClass.RUN_CRASH, "planted");
    }
    double micros = 100;
    for (Step step : steps) {
      micros = step instanceof Split split ? 100.0 / split.factors().getFirst() : micros;
      if (step instanceof Split split && split.factors().getFirst() == luckyFactor) {
        micros /= 10;
        luckyFactor = 0;
      }
    }
    return new Outcome.Measured(Costs.of(List.of(micros)));
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
