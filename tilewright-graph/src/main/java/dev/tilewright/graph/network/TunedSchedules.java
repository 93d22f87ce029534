package dev.tilewright.graph.network;

import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.Target;
import dev.tilewright.graph.schedule.DefaultSchedules;
import dev.tilewright.search.record.RecordIndex;
import dev.tilewright.search.record.TuningRecord;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The schedule of each task: that of its fastest record, else the default schedule. A record whose
 * steps do not apply any more, as one of another version may be, is passed over with a warning.
 */
public final class TunedSchedules implements Function<NetworkTask, ScheduleState> {
  private final RecordIndex records;
  private final Target target;
  private final Consumer<String> warnings;

  /**
   * @param records those of the target
   * @param warnings receives one line for each record that does not apply, on any thread
   */
  public TunedSchedules(RecordIndex records, Target target, Consumer<String> warnings) {
    this.records = records;
    this.target = target;
    this.warnings = warnings;
  }

  @Override
  public ScheduleState apply(NetworkTask task) {
    return records
        .best(task.key())
        .flatMap(record -> replay(task, record))
        .orElseGet(() -> DefaultSchedules.of(task.dag(), target));
  }

  private Optional<ScheduleState> replay(NetworkTask task, TuningRecord record) {
    try {
      return Optional.of(ScheduleState.initial(task.dag()).apply(record.stepsFor(task.dag())));
    } catch (UserException refused) {
      warnings.accept(
          "record of %s: its schedule does not apply: %s; the default schedule is used, tune again"
              .formatted(task.name(), refused.getMessage()));
      return Optional.empty();
    }
  }
}
