package dev.tilewright.search.record;

import dev.tilewright.core.schedule.step.Step;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Finds the fastest schedules of each group of records while it keeps only a few records of a group
 * in memory. Of several records with the same steps the last one counts, also if it is a failure,
 * since it is the re-measurement of a schedule that looked good: the first time of the fastest of
 * many candidates is more often luck than not.
 *
 * <p>A group remembers the lowest time among the schedules that it has no room for. What it keeps
 * and is faster than that is right. Where re-measured schedules have become so slow that too few of
 * these are left, the records are read again with more room.
 */
final class FastestRecords<G> {
  private static final int SPARE = 8;
  private static final int GROWTH = 8;

  private final int count;
  private final int room;
  private final Function<TuningRecord, Optional<G>> group;
  private final Map<G, Group> groups = new LinkedHashMap<>();

  private FastestRecords(int count, int room, Function<TuningRecord, Optional<G>> group) {
    this.count = count;
    this.room = room;
    this.group = group;
  }

  /**
   * Reads records, more than once if need be.
   *
   * @param count of schedules of a group at most
   * @param group of a record; empty to leave it out
   * @return the fastest valid records of each group that has one, the fastest first
   */
  static <G> Map<G, List<TuningRecord>> read(
      RecordSource records, int count, Function<TuningRecord, Optional<G>> group) {
    int room = count + SPARE;
    FastestRecords<G> fastest = new FastestRecords<>(count, room, group);
    records.forEach(true, fastest::add);
    while (!fastest.isComplete()) {
      room = Math.multiplyExact(room, GROWTH);
      fastest = new FastestRecords<>(count, room, group);
      records.forEach(false, fastest::add);
    }
    return fastest.result();
  }

  /** The same over several files, one after the other. */
  static <G> Map<G, List<TuningRecord>> read(
      List<RecordFile> files, int count, Function<TuningRecord, Optional<G>> group) {
    return read(
        (boolean first, Consumer<TuningRecord> action) ->
            files.forEach(file -> file.forEach(first, action)),
        count,
        group);
  }

  private void add(TuningRecord record) {
    group.apply(record).ifPresent(of -> groups.computeIfAbsent(of, any -> new Group()).add(record));
  }

  private boolean isComplete() {
    return groups.values().stream().allMatch(Group::isComplete);
  }

  private Map<G, List<TuningRecord>> result() {
    Map<G, List<TuningRecord>> result = new LinkedHashMap<>();
    groups.forEach(
        (of, records) -> {
          List<TuningRecord> fastest = records.fastest();
          if (!fastest.isEmpty()) {
            result.put(of, fastest);
          }
        });
    return result;
  }

  /** The records of one group: the last one of each schedule that there is room for. */
  private final class Group {
    private final Map<List<Step>, TuningRecord> kept = new LinkedHashMap<>();
    private double leastLeftOut = Double.POSITIVE_INFINITY;

    void add(TuningRecord record) {
      if (record.cost() < leastLeftOut) {
        kept.put(record.steps(), record);
        if (kept.size() > 2 * room) {
          makeRoom();
        }
      } else {
        kept.replace(record.steps(), record);
      }
    }

    private void makeRoom() {
      List<Map.Entry<List<Step>, TuningRecord>> slowest =
          kept.entrySet().stream()
              .sorted(Comparator.comparingDouble(entry -> entry.getValue().cost()))
              .skip(room)
              .toList();
      leastLeftOut = Math.min(leastLeftOut, slowest.getFirst().getValue().cost());
      slowest.forEach(entry -> kept.remove(entry.getKey()));
    }

    boolean isComplete() {
      return leastLeftOut == Double.POSITIVE_INFINITY || fastest().size() == count;
    }

    List<TuningRecord> fastest() {
      return kept.values().stream()
          .filter(record -> record.isValid() && record.cost() <= leastLeftOut)
          .sorted(Comparator.comparingDouble(TuningRecord::cost).thenComparing(TuningRecord::time))
          .limit(count)
          .toList();
    }
  }
}
