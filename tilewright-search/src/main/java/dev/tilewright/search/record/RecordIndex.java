package dev.tilewright.search.record;

import dev.tilewright.core.te.ComputeDag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fastest valid record of each workload for one target and number of threads; of several with
 * the same steps the last one in the file counts. Records of other targets and thread counts do not
 * exist for it.
 */
public final class RecordIndex {
  private final String target;
  private final int threads;
  private final Map<WorkloadKey, LatestRecords> records = new HashMap<>();

  private RecordIndex(String target, int threads) {
    this.target = target;
    this.threads = threads;
  }

  /** An index without records. */
  public static RecordIndex empty(String target, int threads) {
    return new RecordIndex(target, threads);
  }

  /** Reads files in one pass each. */
  public static RecordIndex read(List<RecordFile> files, String target, int threads) {
    RecordIndex index = new RecordIndex(target, threads);
    files.forEach(file -> file.forEach(index::add));
    return index;
  }

  /** The fastest valid record of a workload. */
  public Optional<TuningRecord> best(WorkloadKey key) {
    return Optional.ofNullable(records.get(key)).flatMap(LatestRecords::best);
  }

  /** The fastest valid record of the computation that a DAG does, found by its key. */
  public Optional<TuningRecord> best(ComputeDag dag) {
    return best(WorkloadKey.of(dag));
  }

  private void add(TuningRecord record) {
    if (record.target().equals(target) && record.threads() == threads) {
      records.computeIfAbsent(record.key(), key -> new LatestRecords()).add(record);
    }
  }
}
