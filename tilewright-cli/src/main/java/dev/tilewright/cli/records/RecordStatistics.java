package dev.tilewright.cli.records;

import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.record.RecordGroup;
import dev.tilewright.search.record.TuningRecord;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;

/** Counts of records, by workload, target and number of threads. */
public final class RecordStatistics {
  /**
   * The counts of one group.
   *
   * @param bestMicros of its fastest schedule; absent if none is valid
   * @param first when the first record was measured, and {@code last} the last one
   */
  public record Row(
      String key,
      String workload,
      String target,
      int threads,
      long records,
      long failed,
      OptionalDouble bestMicros,
      String first,
      String last) {}

  /**
   * All counts.
   *
   * @param failures by class of error
   * @param tools the versions of Tilewright that wrote records
   */
  public record Summary(
      long records, Map<ErrorClass, Long> failures, SortedSet<String> tools, List<Row> groups) {}

  private static final class Counts {
    private final String workload;
    private long records;
    private long failed;
    private Instant first = Instant.MAX;
    private Instant last = Instant.MIN;

    private Counts(String workload) {
      this.workload = workload;
    }
  }

  private final Map<RecordGroup, Counts> groups = new LinkedHashMap<>();
  private final Map<ErrorClass, Long> failures = new EnumMap<>(ErrorClass.class);
  private final SortedSet<String> tools = new TreeSet<>();

  /** Counts one record. */
  public void add(TuningRecord record) {
    Counts counts =
        groups.computeIfAbsent(RecordGroup.of(record), group -> new Counts(record.workload()));
    counts.records++;
    counts.first = record.time().isBefore(counts.first) ? record.time() : counts.first;
    counts.last = record.time().isAfter(counts.last) ? record.time() : counts.last;
    tools.add(record.tool());
    if (record.outcome() instanceof Outcome.Failed(ErrorClass error, String message)) {
      counts.failed++;
      failures.merge(error, 1L, Long::sum);
    }
  }

  /**
   * The counts of what was added.
   *
   * @param fastest records of each group that has a valid one
   */
  public Summary summary(Map<RecordGroup, List<TuningRecord>> fastest) {
    List<Row> rows =
        groups.entrySet().stream()
            .map(entry -> row(entry.getKey(), entry.getValue(), fastest))
            .toList();
    return new Summary(
        rows.stream().mapToLong(Row::records).sum(), Map.copyOf(failures), tools, rows);
  }

  private static Row row(
      RecordGroup group, Counts counts, Map<RecordGroup, List<TuningRecord>> fastest) {
    return new Row(
        group.key().hex(),
        counts.workload,
        group.target(),
        group.threads(),
        counts.records,
        counts.failed,
        fastest.getOrDefault(group, List.of()).stream().mapToDouble(TuningRecord::cost).findFirst(),
        counts.first.toString(),
        counts.last.toString());
  }
}
