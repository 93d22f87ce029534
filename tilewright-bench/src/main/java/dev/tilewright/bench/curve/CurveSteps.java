package dev.tilewright.bench.curve;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.codegen.HostCpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Searches each workload with each model and seed, and reports.
 *
 * @param folder gets {@code curves.csv}, {@code curves.md} and a chart a workload
 * @param progress told what is being done
 */
public record CurveSteps(Path folder, Consumer<String> progress) {
  private record Search(String workload, ModelKind model, long seed) {
    static Search of(Curve curve) {
      return new Search(curve.workload(), curve.model(), curve.seed());
    }
  }

  /**
   * Makes the searches that the folder does not have yet, seed by seed, so that an early end leaves
   * all models compared.
   *
   * @param models keys of models
   * @param seeds number of seeds, from 1
   */
  public void search(
      List<String> workloads, List<String> models, int seeds, int trials, int threads) {
    List<ModelKind> kinds = models.stream().map(ModelKind::find).toList();
    CurveFile file = new CurveFile(folder.resolve("curves.csv"));
    Set<Search> done = file.read().stream().map(Search::of).collect(Collectors.toSet());
    CurveSearch searcher = new CurveSearch(HostCpu.detect(threads), trials, progress);
    for (long seed = 1; seed <= seeds; seed++) {
      for (String workload : workloads) {
        for (ModelKind model : kinds) {
          if (!done.contains(new Search(workload, model, seed))) {
            progress.accept("%s, %s model, seed %d".formatted(workload, model.key(), seed));
            file.append(searcher.run(workload, model, seed));
          }
        }
      }
    }
  }

  /** Writes the table and the charts of all searches in the folder. */
  public void report() {
    CurveReport report = new CurveReport(new CurveFile(folder.resolve("curves.csv")).read());
    StringBuilder text =
        new StringBuilder(
            """
            # Best program so far over trials

            Times relative to the best that any search of the workload found; medians over seeds.
            Trial 1 is the default schedule.

            """);
    text.append(report.markdown());
    int number = 0;
    for (String workload : report.workloads()) {
      String chart = "curve-%d.svg".formatted(++number);
      write(chart, new CurveChart(report).svg(workload));
      text.append("\n![%s](%s)\n".formatted(workload, chart));
    }
    write("curves.md", text.toString());
  }

  private void write(String name, String text) {
    Path file = folder.resolve(name);
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new EnvironmentException("cannot write %s: %s".formatted(file, e.getMessage()), e);
    }
  }
}
