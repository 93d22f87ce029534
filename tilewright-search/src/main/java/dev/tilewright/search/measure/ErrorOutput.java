package dev.tilewright.search.measure;

import dev.tilewright.search.record.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The first lines that a worker writes to its error stream. */
final class ErrorOutput {
  private static final int KEPT = 12;

  private final List<String> lines = new ArrayList<>();

  /** Reads to the end, so that the writer never waits. */
  void readAll(InputStream stream) {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        add(line);
      }
    } catch (IOException broken) {
      add("reading errors: " + broken.getMessage());
    }
  }

  synchronized void add(String line) {
    String text = line.replaceFirst("^#+", "").strip();
    if (!text.isEmpty() && lines.size() < KEPT) {
      lines.add(text);
    }
  }

  /** The lines in one, with a limited length. */
  synchronized String summary() {
    return Json.firstLine(String.join("; ", lines));
  }
}
