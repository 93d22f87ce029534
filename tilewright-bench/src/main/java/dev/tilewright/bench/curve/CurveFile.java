package dev.tilewright.bench.curve;

import dev.tilewright.base.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Curves as comma-separated values, one line a trial: {@code
 * workload;model;seed;trial;microseconds} with semicolons, since workloads have commas. A search is
 * appended when it is over, so what the file has need not be searched again.
 */
final class CurveFile {
  private static final String HEADER = "workload;model;seed;trial;best_us\n";

  private final Path path;

  CurveFile(Path path) {
    this.path = path;
  }

  List<Curve> read() {
    if (!Files.exists(path)) {
      return List.of();
    }
    Map<List<String>, List<Double>> searches = new LinkedHashMap<>();
    try {
      for (String line : Files.readAllLines(path).stream().skip(1).toList()) {
        String[] fields = line.split(";");
        searches
            .computeIfAbsent(List.of(fields[0], fields[1], fields[2]), key -> new ArrayList<>())
            .add(Double.parseDouble(fields[4]));
      }
    } catch (IOException | RuntimeException malformed) {
      throw new EnvironmentException(
          "%s: not a file of curves: %s; delete it".formatted(path, malformed.getMessage()),
          malformed);
    }
    List<Curve> curves = new ArrayList<>();
    searches.forEach(
        (key, best) ->
            curves.add(
                new Curve(
                    key.get(0), ModelKind.find(key.get(1)), Long.parseLong(key.get(2)), best)));
    return curves;
  }

  void append(Curve curve) {
    StringBuilder lines = new StringBuilder(Files.exists(path) ? "" : HEADER);
    for (int trial = 1; trial <= curve.best().size(); trial++) {
      lines.append(
          "%s;%s;%d;%d;%s\n"
              .formatted(
                  curve.workload(), curve.model().key(), curve.seed(), trial, curve.after(trial)));
    }
    try {
      Files.writeString(path, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new EnvironmentException("cannot write %s: %s".formatted(path, e.getMessage()), e);
    }
  }
}
