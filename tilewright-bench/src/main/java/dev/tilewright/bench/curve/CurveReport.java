package dev.tilewright.bench.curve;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Curves compared: times are relative to the best that any search of the workload has found, so
 * that 1 is as good as is known; a model's curve is the median over its seeds.
 */
final class CurveReport {
  private final Map<String, List<Curve>> workloads;
  private final int trials;

  CurveReport(List<Curve> curves) {
    this.workloads =
        curves.stream()
            .collect(
                Collectors.groupingBy(Curve::workload, LinkedHashMap::new, Collectors.toList()));
    this.trials = curves.stream().mapToInt(curve -> curve.best().size()).max().orElse(1);
  }

  /** The names of the workloads. */
  Collection<String> workloads() {
    return workloads.keySet();
  }

  /** Numbers of trials to look at: 1, 2, 4, and so on, and the last. */
  List<Integer> points() {
    List<Integer> points =
        IntStream.iterate(1, point -> point < trials, point -> 2 * point)
            .boxed()
            .collect(Collectors.toCollection(ArrayList::new));
    points.add(trials);
    return points;
  }

  /** The median relative time of each model at each point. */
  Map<ModelKind, List<Double>> medians(String workload) {
    List<Curve> curves = workloads.get(workload);
    double best = curves.stream().mapToDouble(curve -> curve.after(trials)).min().orElseThrow();
    Map<ModelKind, List<Curve>> models =
        curves.stream()
            .collect(
                Collectors.groupingBy(
                    Curve::model, () -> new EnumMap<>(ModelKind.class), Collectors.toList()));
    Map<ModelKind, List<Double>> medians = new EnumMap<>(ModelKind.class);
    models.forEach(
        (model, seeds) ->
            medians.put(
                model, points().stream().map(point -> median(seeds, point) / best).toList()));
    return medians;
  }

  /** One Markdown table for all workloads. */
  String markdown() {
    StringBuilder text = new StringBuilder("| workload | model |");
    points().forEach(point -> text.append(" %d |".formatted(point)));
    text.append("\n| --- | --- |").append(" ---: |".repeat(points().size())).append('\n');
    for (String workload : workloads()) {
      medians(workload)
          .forEach(
              (model, times) -> {
                text.append("| `%s` | %s |".formatted(workload, model.key()));
                times.forEach(time -> text.append(" %.2f |".formatted(time)));
                text.append('\n');
              });
    }
    return text.toString();
  }

  private static double median(List<Curve> seeds, int trials) {
    List<Double> sorted = seeds.stream().map(curve -> curve.after(trials)).sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
