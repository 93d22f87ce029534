package dev.tilewright.cli.command;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.cli.option.AlgorithmOptions;
import dev.tilewright.cli.option.CostModelOptions;
import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.option.RecordOptions;
import dev.tilewright.cli.option.TargetOptions;
import dev.tilewright.cli.option.TuningOptionGroup;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.output.Terminal;
import dev.tilewright.cli.tune.Interruption;
import dev.tilewright.cli.tune.TuneProgress;
import dev.tilewright.cli.tune.TuneReport;
import dev.tilewright.cli.tune.TuneSummary;
import dev.tilewright.cli.workload.Workload;
import dev.tilewright.core.target.Target;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.tune.TuningResult;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tilewright tune MODEL|OP}: searches for fast schedules on this machine. */
@Command(
    name = "tune",
    description = {
      "Search for fast schedules of a network or an operator on this machine.",
      "Every trial is appended to the record file at once; a later run takes them up.",
      "With -v every candidate is shown with its schedule, cost and GFLOP/s,",
      "and how well the cost model ranked each batch."
    })
final class TuneCommand extends BaseCommand {
  @Parameters(
      paramLabel = "MODEL|OP",
      description = "A built-in network, an .onnx file or an operator.")
  private String workload;

  @Mixin private TuningOptionGroup tuning;
  @Mixin private CostModelOptions costModel;
  @Mixin private TargetOptions target;
  @Mixin private RecordOptions records;
  @Mixin private AlgorithmOptions algorithms;
  @Mixin private JsonOption json;

  @Override
  void run() {
    Target machine = target.hostTarget();
    Workload parsed = Workload.parse(workload);
    List<NetworkTask> tasks = parsed.tasks();
    Tilewright tilewright = Tilewright.on(machine, warnings()).withWinograd(algorithms.winograd());
    CostModel model = costModel.open(machine, tuning.seed());
    TuneProgress progress = new TuneProgress(err(), style());
    try (Interruption interruption = Interruption.open()) {
      TuningResult result =
          tilewright.tune(
              tasks,
              records.file(),
              model,
              tuning.options(tasks.size(), Version.text()),
              progress,
              interruption);
      costModel.save(model);
      print(parsed, machine, result);
      requireAnyResult(result);
    }
  }

  private void print(Workload parsed, Target machine, TuningResult result) {
    if (json.isJson()) {
      JsonOutput.print(
          out(), TuneSummary.of(parsed.name(), machine.text(), machine.threads(), result));
      return;
    }
    new TuneReport(result).print(out());
    out().println("records: " + records.file());
    out().flush();
  }

  /** A run without a single valid time is a failure, of whatever the first error says. */
  private static void requireAnyResult(TuningResult result) {
    boolean allFailed = result.tasks().stream().allMatch(task -> task.bestMicros().isEmpty());
    if (allFailed && result.trials() > 0) {
      String reason =
          result.tasks().stream()
              .flatMap(task -> task.firstError().stream())
              .findFirst()
              .orElse("no error was recorded");
      throw new EnvironmentException("tune: no candidate gave a valid time: " + reason);
    }
  }

  private TuneProgress.Style style() {
    if (isVerbose()) {
      return TuneProgress.Style.EVERY_CANDIDATE;
    }
    return Terminal.isInteractive() ? TuneProgress.Style.TERMINAL : TuneProgress.Style.LINES;
  }
}
