package dev.tilewright.search.record;

import dev.tilewright.core.te.ComputeDag;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The fastest valid record of each workload for one target and number of threads; of several with
 * the same steps the last one in the file counts. Records of other targets and thread counts do not
 * exist for it.
 */
public final class RecordIndex {
  private final Map<WorkloadKey, TuningRecord> fastest;

  private RecordIndex(Map<WorkloadKey, TuningRecord> fastest) {
    this.fastest = fastest;
  }

  /** Reads files, of which a few records a workload are kept in memory. */
  public static RecordIndex read(List<RecordFile> files, String target, int threads) {
    Map<WorkloadKey, List<TuningRecord>> records =
        FastestRecords.read(
            files,
            1,
            record ->
                record.target().equals(target) && record.threads() == threads
                    ? Optional.of(record.key())
                    : Optional.empty());
    return new RecordIndex(
        records.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().getFirst())));
  }

  /** The fastest valid record of a workload. */
  public Optional<TuningRecord> best(WorkloadKey key) {
    return Optional.ofNullable(fastest.get(key));
  }

  /** The fastest valid record of the computation that a DAG does, found by its key. */
  public Optional<TuningRecord> best(ComputeDag dag) {
    return best(WorkloadKey.of(dag));
  }
}
