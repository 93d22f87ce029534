package dev.tilewright.cli.command;

import static dev.tilewright.cli.output.Table.left;
import static dev.tilewright.cli.output.Table.right;

import dev.tilewright.cli.option.AlgorithmOptions;
import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.option.RecordOptions;
import dev.tilewright.cli.option.TargetOptions;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.output.Table;
import dev.tilewright.cli.output.Units;
import dev.tilewright.cli.workload.Workload;
import dev.tilewright.core.analysis.ConservativeFlops;
import dev.tilewright.core.analysis.TemplateFlops;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.search.record.RecordIndex;
import dev.tilewright.search.record.TuningRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tilewright tasks MODEL}: lists what is tuned for a network. */
@Command(name = "tasks", description = "List the tasks of a network or operator.")
final class TasksCommand extends BaseCommand {
  /**
   * A task as programs read it.
   *
   * @param bestMicros of its fastest record; absent without one
   */
  private record Row(
      int number,
      String name,
      int weight,
      double conservativeFlops,
      double templateFlops,
      OptionalDouble bestMicros,
      String key) {}

  @Parameters(
      paramLabel = "MODEL|OP",
      description = "A built-in network, an .onnx file or an operator.")
  private String model;

  @Mixin private TargetOptions target;
  @Mixin private RecordOptions records;
  @Mixin private AlgorithmOptions algorithms;
  @Mixin private JsonOption json;

  @Override
  void run() {
    Workload workload = Workload.parse(model);
    RecordIndex index = records.index(target.target(), algorithms.winograd(), warnings());
    List<Row> rows = new ArrayList<>();
    for (NetworkTask task : workload.tasks()) {
      Optional<TuningRecord> best = index.best(task.key());
      rows.add(
          new Row(
              rows.size() + 1,
              task.name(),
              task.weight(),
              ConservativeFlops.of(task.dag()),
              TemplateFlops.of(task.dag()),
              best.stream().mapToDouble(TuningRecord::cost).findFirst(),
              task.key().hex()));
    }
    if (json.isJson()) {
      JsonOutput.print(out(), rows);
    } else {
      table(rows).print(out());
    }
  }

  private static Table table(List<Row> rows) {
    Table table =
        new Table(
            List.of(
                right("#"),
                right("weight"),
                left("task"),
                right("MFLOP"),
                right("(template)"),
                right("best"),
                right("GFLOP/s")));
    for (Row row : rows) {
      table.row(
          Integer.toString(row.number()),
          Integer.toString(row.weight()),
          row.name(),
          Units.megaflops(row.conservativeFlops()),
          Units.megaflops(row.templateFlops()),
          Units.time(row.bestMicros()),
          row.bestMicros().isPresent()
              ? Units.speed(
                  Units.gigaflops(row.conservativeFlops(), row.bestMicros().getAsDouble()))
              : "-");
    }
    return table;
  }
}
