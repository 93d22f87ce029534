package dev.tilewright.search.feature;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;

/** What a hand-made model of one kind of machine says of the statements of a program. */
interface MachineFeatures {
  /** A name for each value that {@link #write} appends to a row, in order. */
  List<String> names();

  /**
   * @param statements of the schedule
   * @param rows one a statement
   */
  void write(ScheduleState state, List<Statement> statements, List<FeatureRow> rows);
}
