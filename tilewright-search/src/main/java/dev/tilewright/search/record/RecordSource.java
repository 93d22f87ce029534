package dev.tilewright.search.record;

import java.util.function.Consumer;

/** Records that can be read more than once. */
interface RecordSource {
  /**
   * Calls {@code action} for every record, oldest first.
   *
   * @param first whether this is the first time, which says which lines are no records
   */
  void forEach(boolean first, Consumer<TuningRecord> action);
}
