package dev.tilewright.search.model;

import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Measured programs of several tasks, in the order of the tasks' first measurements. */
final class TrainingSet {
  private final Map<ComputeDag, Samples> byTask = new IdentityHashMap<>();
  private final List<Samples> tasks = new ArrayList<>();
  private int size;

  private record Samples(List<List<float[]>> rows, List<Double> seconds) {}

  /**
   * @param rows features of the program's statements
   */
  void add(Measured measured, List<float[]> rows) {
    Samples samples =
        byTask.computeIfAbsent(
            measured.state().dag(),
            dag -> {
              tasks.add(new Samples(new ArrayList<>(), new ArrayList<>()));
              return tasks.getLast();
            });
    samples.rows.add(rows);
    samples.seconds.add(measured.seconds());
    size++;
  }

  /** Programs, those that failed included. */
  int size() {
    return size;
  }

  /** Statements of all programs. */
  Rows rows(int columns) {
    List<List<float[]>> all = new ArrayList<>();
    tasks.forEach(task -> all.addAll(task.rows));
    return Rows.of(all, columns);
  }

  /** For each program its throughput relative to the best of its task. */
  double[] throughput() {
    return tasks.stream()
        .map(task -> task.seconds.stream().mapToDouble(Double::doubleValue).toArray())
        .map(ThroughputLoss::normalised)
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }
}
