package dev.tilewright.bench.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tilewright.base.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a section for a number of threads, one JSON object a line: what is there is not
 * measured again, so that a run which ended early goes on, and a file that is deleted is made anew.
 */
final class RowFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Path path;

  RowFile(Path folder, Section section, int threads) {
    this.path = folder.resolve("%s-%d.jsonl".formatted(section.key(), threads));
  }

  /** The rows that are there. */
  List<Row> read() {
    if (!Files.exists(path)) {
      return List.of();
    }
    try {
      List<Row> rows = new ArrayList<>();
      for (String line : Files.readAllLines(path)) {
        rows.add(MAPPER.readValue(line, Row.class));
      }
      return rows;
    } catch (IOException malformed) {
      throw new EnvironmentException(
          "%s: not rows of a table: %s; delete it".formatted(path, malformed.getMessage()),
          malformed);
    }
  }

  void append(Row row) {
    try {
      Files.createDirectories(path.toAbsolutePath().getParent());
      Files.writeString(
          path,
          MAPPER.writeValueAsString(row) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (JsonProcessingException unprintable) {
      throw new AssertionError(unprintable);
    } catch (IOException e) {
      throw new EnvironmentException("cannot write %s: %s".formatted(path, e.getMessage()), e);
    }
  }
}
