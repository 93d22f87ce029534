package dev.tilewright.bench.table;

import dev.tilewright.cli.bench.BenchRun;
import dev.tilewright.cli.workload.Workload;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.search.tune.TuningOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Tunes and measures the items of a section on a number of threads, of those only the ones that
 * have no row yet.
 *
 * @param budget for measuring one item
 * @param progress told what is being done, and warnings
 */
record SectionRun(
    Section section,
    int threads,
    Path records,
    RowFile rows,
    Duration budget,
    Consumer<String> progress) {
  private static final int ANY_TRIALS = 1_000_000;
  private static final long SEED = 42;

  /** Tunes each item for some time. */
  void tune(Duration time) {
    Tilewright tilewright = Tilewright.onThisMachine(threads, progress);
    TuningOptions options = TuningOptions.of(ANY_TRIALS, time, SEED, "bench-cpu");
    for (Item item : missing()) {
      progress.accept("tuning %s on %d threads".formatted(item.name(), threads));
      tilewright.tune(Workload.parse(item.workload()).tasks(), records, options, event -> {});
    }
  }

  /** Measures each item. */
  void measure() {
    CpuTarget target = HostCpu.detect(threads);
    Map<Bar, Double> bars = new EnumMap<>(Bar.class);
    List<String> against = new ArrayList<>(List.of(BenchRun.DEFAULT_SCHEDULES));
    against.addAll(section.peers());
    for (Item item : missing()) {
      progress.accept("measuring %s on %d threads".formatted(item.name(), threads));
      double bar = bars.computeIfAbsent(item.bar(), missing -> missing.measure(target));
      BenchRun run = new BenchRun(target, against, records, budget, progress);
      rows.append(Row.of(item, bar, run.run(item.workload())));
    }
  }

  private List<Item> missing() {
    Set<String> done = rows.read().stream().map(Row::name).collect(Collectors.toSet());
    return section.items().stream().filter(item -> !done.contains(item.name())).toList();
  }
}
