package dev.tilewright.search.record;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.base.UserException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A file of tuning records, one JSON object a line. Several processes may append to one file at the
 * same time. A line that is not a record, such as one torn by a crash, is skipped with a warning
 * and stays in the file. A file that does not exist, or is none, such as {@code /dev/null}, reads
 * as empty.
 */
public final class RecordFile {
  /** So many bad lines are reported one by one. */
  private static final int WARNINGS_IN_FULL = 5;

  private final Path path;
  private final Consumer<String> warnings;
  private final Predicate<TuningRecord> isUsed;

  /**
   * @param warnings receives one line for each line of the file that is skipped
   */
  public RecordFile(Path path, Consumer<String> warnings) {
    this(path, warnings, record -> true);
  }

  private RecordFile(Path path, Consumer<String> warnings, Predicate<TuningRecord> isUsed) {
    this.path = path;
    this.warnings = warnings;
    this.isUsed = isUsed;
  }

  /** The same file, of which {@code forEach} leaves aside the records that do not match. */
  public RecordFile using(Predicate<TuningRecord> matches) {
    return new RecordFile(path, warnings, isUsed.and(matches));
  }

  public Path path() {
    return path;
  }

  /**
   * Adds records at the end: all of them, or none if the disk is full.
   *
   * @throws EnvironmentException if the file cannot be written
   */
  public void append(List<TuningRecord> records) {
    StringBuilder lines = new StringBuilder();
    records.forEach(record -> lines.append(RecordCodec.encode(record)).append('\n'));
    LockedFile.append(path, lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  public void append(TuningRecord record) {
    append(List.of(record));
  }

  /** Calls {@code action} for every record, in order of the lines. */
  public void forEach(Consumer<TuningRecord> action) {
    forEach(true, action);
  }

  /**
   * The same.
   *
   * @param warn whether to say which lines are no records
   */
  void forEach(boolean warn, Consumer<TuningRecord> action) {
    forEachLine(warn, key -> true, (line, record) -> use(record, action));
  }

  /** Calls {@code action} for every record of the given workloads; other lines are not parsed. */
  public void forEach(Set<WorkloadKey> keys, Consumer<TuningRecord> action) {
    Set<String> wanted = new HashSet<>();
    keys.forEach(key -> wanted.add(key.hex()));
    forEachLine(true, wanted::contains, (line, record) -> use(record, action));
  }

  private void use(TuningRecord record, Consumer<TuningRecord> action) {
    if (isUsed.test(record)) {
      action.accept(record);
    }
  }

  /**
   * The fastest valid schedules of each workload, target and number of threads, the fastest first.
   * Of records with the same steps the last one counts. Only a few records a group are in memory at
   * a time.
   *
   * @param count of a group at most
   */
  public Map<RecordGroup, List<TuningRecord>> fastest(int count) {
    return fastest(count, record -> {});
  }

  /**
   * The same.
   *
   * @param each receives every record once, in order of the lines
   */
  public Map<RecordGroup, List<TuningRecord>> fastest(int count, Consumer<TuningRecord> each) {
    RecordSource source =
        (boolean first, Consumer<TuningRecord> action) ->
            forEach(first, first ? each.andThen(action) : action);
    return FastestRecords.read(source, count, record -> Optional.of(RecordGroup.of(record)));
  }

  /**
   * Removes the records that match; all other lines stay as they are.
   *
   * @return the number of records removed
   */
  public long drop(Predicate<TuningRecord> matches) {
    long[] dropped = {0};
    LockedFile.rewrite(path, (before, after) -> dropped[0] = copy(before, after, matches));
    return dropped[0];
  }

  /**
   * Removes all records but the last one of each of the fastest schedules of each workload, target
   * and number of threads. Lines that are no records stay as they are.
   *
   * @param count of schedules that each group keeps
   * @return the number of records removed
   */
  public long prune(int count) {
    long[] dropped = {0};
    LockedFile.rewrite(
        path,
        (before, after) -> {
          Set<TuningRecord> kept =
              FastestRecords.read(
                      (boolean warn, Consumer<TuningRecord> action) ->
                          readAll(before, warn, action),
                      count,
                      record -> Optional.of(RecordGroup.of(record)))
                  .values()
                  .stream()
                  .flatMap(List::stream)
                  .collect(Collectors.toCollection(HashSet::new));
          dropped[0] = copy(before, after, record -> !kept.remove(record));
        });
    return dropped[0];
  }

  private void readAll(LockedFile.Content content, boolean warn, Consumer<TuningRecord> action) {
    try {
      forEachLine(content.open(), warn, key -> true, (line, record) -> action.accept(record));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Copies the lines that are not dropped, and says how many are. */
  private static long copy(
      LockedFile.Content before, BufferedWriter after, Predicate<TuningRecord> isDropped)
      throws IOException {
    long dropped = 0;
    BufferedReader reader = before.open();
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (parse(line).filter(isDropped).isPresent()) {
        dropped++;
      } else {
        writeLine(after, line);
      }
    }
    return dropped;
  }

  /**
   * Adds the records of other files that this one does not have yet. Of every line only a digest is
   * in memory.
   *
   * @return the number of records added
   */
  public long merge(List<RecordFile> others) {
    long[] added = {0};
    LockedFile.rewrite(
        path,
        (before, after) -> {
          LineSet present = new LineSet();
          BufferedReader reader = before.open();
          for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            present.add(line);
            writeLine(after, line);
          }
          for (RecordFile other : others) {
            other.forEachLine(
                true,
                key -> true,
                (line, record) -> {
                  if (present.add(line)) {
                    added[0]++;
                    writeLine(after, line);
                  }
                });
          }
        });
    return added[0];
  }

  private interface LineAction {
    void accept(String line, TuningRecord record);
  }

  private void forEachLine(boolean warn, Predicate<String> wantsKey, LineAction action) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return;
    }
    try (BufferedReader reader = LockedFile.reader(path)) {
      forEachLine(reader, warn, wantsKey, action);
    } catch (NoSuchFileException absent) {
      return;
    } catch (IOException failure) {
      throw new EnvironmentException(
          "record file: cannot read %s: %s".formatted(path, LockedFile.reason(failure)), failure);
    }
  }

  private void forEachLine(
      BufferedReader reader, boolean warn, Predicate<String> wantsKey, LineAction action)
      throws IOException {
    long number = 0;
    long bad = 0;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      if (line.isBlank() || isOfAnotherWorkload(line, wantsKey)) {
        continue;
      }
      Optional<TuningRecord> record =
          warn && bad < WARNINGS_IN_FULL ? parse(line, number) : parse(line);
      if (record.isPresent()) {
        action.accept(line, record.get());
      } else {
        bad++;
      }
    }
    if (warn && bad > WARNINGS_IN_FULL) {
      warnings.accept("%s: %d more lines skipped".formatted(path, bad - WARNINGS_IN_FULL));
    }
  }

  private Optional<TuningRecord> parse(String line, long number) {
    try {
      return Optional.of(RecordCodec.decode(line));
    } catch (UserException malformed) {
      warnings.accept("%s line %d: %s; skipped".formatted(path, number, malformed.getMessage()));
      return Optional.empty();
    }
  }

  private static Optional<TuningRecord> parse(String line) {
    try {
      return Optional.of(RecordCodec.decode(line));
    } catch (UserException malformed) {
      return Optional.empty();
    }
  }

  /** Says without parsing whether a whole line is about none of the wanted workloads. */
  private static boolean isOfAnotherWorkload(String line, Predicate<String> wantsKey) {
    String label = "\"key\":\"";
    int start = line.indexOf(label) + label.length();
    int end = line.indexOf('"', start);
    boolean mentionsKey = start >= label.length() && end >= 0;
    return mentionsKey && line.endsWith("}") && !wantsKey.test(line.substring(start, end));
  }

  private static void writeLine(BufferedWriter writer, String line) {
    try {
      writer.write(line);
      writer.write('\n');
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
