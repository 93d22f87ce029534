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
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

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
    forEachLine(key -> true, (line, record) -> use(record, action));
  }

  /** Calls {@code action} for every record of the given workloads; other lines are not parsed. */
  public void forEach(Set<WorkloadKey> keys, Consumer<TuningRecord> action) {
    Set<String> wanted = new HashSet<>();
    keys.forEach(key -> wanted.add(key.hex()));
    forEachLine(wanted::contains, (line, record) -> use(record, action));
  }

  private void use(TuningRecord record, Consumer<TuningRecord> action) {
    if (isUsed.test(record)) {
      action.accept(record);
    }
  }

  /**
   * Removes the records that match; all other lines stay as they are.
   *
   * @return the number of records removed
   */
  public long drop(Predicate<TuningRecord> matches) {
    long[] dropped = {0};
    LockedFile.rewrite(
        path,
        (before, after) -> {
          for (String line = before.readLine(); line != null; line = before.readLine()) {
            if (parse(line).filter(matches).isPresent()) {
              dropped[0]++;
            } else {
              writeLine(after, line);
            }
          }
        });
    return dropped[0];
  }

  /**
   * Adds the records of other files that this one does not have yet.
   *
   * @return the number of records added
   */
  public long merge(List<RecordFile> others) {
    long[] added = {0};
    LockedFile.rewrite(
        path,
        (before, after) -> {
          Set<String> present = new HashSet<>();
          for (String line = before.readLine(); line != null; line = before.readLine()) {
            present.add(line);
            writeLine(after, line);
          }
          for (RecordFile other : others) {
            other.forEachLine(
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

  private void forEachLine(Predicate<String> wantsKey, LineAction action) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return;
    }
    long number = 0;
    long bad = 0;
    try (BufferedReader reader = LockedFile.reader(path)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (line.isBlank() || isOfAnotherWorkload(line, wantsKey)) {
          continue;
        }
        Optional<TuningRecord> record = bad < WARNINGS_IN_FULL ? parse(line, number) : parse(line);
        if (record.isPresent()) {
          action.accept(line, record.get());
        } else {
          bad++;
        }
      }
    } catch (NoSuchFileException absent) {
      return;
    } catch (IOException failure) {
      throw new EnvironmentException(
          "record file: cannot read %s: %s".formatted(path, LockedFile.reason(failure)), failure);
    }
    if (bad > WARNINGS_IN_FULL) {
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
