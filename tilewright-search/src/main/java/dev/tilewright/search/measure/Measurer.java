package dev.tilewright.search.measure;

import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.task.TuningTask;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

/** Builds, checks and measures candidates. */
public interface Measurer extends AutoCloseable {
  /**
   * Measures candidates of one task. Whatever a candidate does, it costs that candidate alone.
   *
   * @param giveUpMicros a candidate slower than this need not be measured exactly
   * @param results receives one result a candidate, as soon as it is there
   * @param stop asked often; once true, the candidates that are not done are left out
   */
  void measure(
      TuningTask task,
      List<List<Step>> candidates,
      DoubleSupplier giveUpMicros,
      Consumer<MeasureResult> results,
      BooleanSupplier stop);

  @Override
  void close();
}
