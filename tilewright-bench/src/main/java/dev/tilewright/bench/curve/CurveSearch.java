package dev.tilewright.bench.curve;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.cli.workload.Workload;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.search.tune.TuningEvent;
import dev.tilewright.search.tune.TuningOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Searches from scratch, without records. The first trial is the default schedule.
 *
 * @param trials of each search
 */
record CurveSearch(CpuTarget target, int trials, Consumer<String> warnings) {
  private static final Duration LONG = Duration.ofDays(1);

  Curve run(String workload, ModelKind model, long seed) {
    TuningOptions usual = TuningOptions.of(trials, LONG, seed, "bench-curves");
    TuningOptions options =
        new TuningOptions(trials, LONG, usual.roundSize(), trials, true, 0, seed, usual.tool());
    List<Double> best = new ArrayList<>();
    Path records = temporaryFile();
    try {
      Tilewright.on(target, warnings)
          .tune(
              Workload.parse(workload).tasks(),
              records,
              model.open(target, seed),
              options,
              event -> {
                if (event instanceof TuningEvent.TrialDone done) {
                  best.add(done.task().bestMicros().orElse(Double.POSITIVE_INFINITY));
                }
              },
              () -> false);
    } finally {
      delete(records);
    }
    return new Curve(workload, model, seed, best);
  }

  private static Path temporaryFile() {
    try {
      return Files.createTempFile("tilewright-curves", ".jsonl");
    } catch (IOException e) {
      throw new EnvironmentException("cannot make a temporary file: " + e.getMessage(), e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new EnvironmentException("cannot delete %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
