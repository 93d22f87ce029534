package dev.tilewright.cli.command;

import static dev.tilewright.cli.output.Table.left;
import static dev.tilewright.cli.output.Table.right;

import dev.tilewright.base.UserException;
import dev.tilewright.cli.bench.BenchResult;
import dev.tilewright.cli.bench.BenchRun;
import dev.tilewright.cli.option.JsonOption;
import dev.tilewright.cli.option.RecordOptions;
import dev.tilewright.cli.option.TargetOptions;
import dev.tilewright.cli.output.JsonOutput;
import dev.tilewright.cli.output.Table;
import dev.tilewright.cli.output.Units;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tilewright bench MODEL|X.tw|OP}: measures, beside peers if asked. */
@Command(
    name = "bench",
    description = {
      "Measure a network, an artifact or an operator with its best records.",
      "Peers run on the same inputs and threads, in turns with us."
    })
final class BenchCommand extends BaseCommand {
  private static final double LONGEST = 3600;

  @Parameters(
      paramLabel = "MODEL|X.tw|OP",
      description = "A built-in network, an .onnx file, an artifact or an operator.")
  private String workload;

  @Option(
      names = "--against",
      split = ",",
      paramLabel = "PEER",
      description = {
        "Peers: onnxruntime, openblas, onednn (takes its threads from OMP_NUM_THREADS);",
        "default is our default schedules."
      })
  private List<String> against = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "3",
      description = "Time for measuring (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Mixin private TargetOptions target;
  @Mixin private RecordOptions records;
  @Mixin private JsonOption json;

  @Override
  void run() {
    if (!(seconds > 0 && seconds <= LONGEST)) {
      throw new UserException(
          "--seconds %s: expected more than 0, at most an hour".formatted(seconds));
    }
    Duration budget = Duration.ofMillis((long) (seconds * 1000));
    BenchResult result =
        new BenchRun(target.hostCpuTarget(), against, records.file(), budget, warnings())
            .run(workload);
    if (json.isJson()) {
      JsonOutput.print(out(), result);
    } else {
      print(result);
    }
  }

  private void print(BenchResult result) {
    out().printf("%s on %s, %d threads%n", result.workload(), result.target(), result.threads());
    Table table =
        new Table(
            List.of(
                left("system"),
                right("median"),
                right("min"),
                right("spread"),
                right("GFLOP/s"),
                right("time / ours")));
    table.row(
        "tilewright",
        Units.time(result.medianMicros()),
        Units.time(result.minMicros()),
        percent(result.spread()),
        result.gflops().isPresent() ? Units.speed(result.gflops().getAsDouble()) : "-",
        "1.00");
    result
        .peers()
        .forEach(
            (name, peer) ->
                table.row(
                    name,
                    Units.time(peer.medianMicros()),
                    Units.time(peer.minMicros()),
                    percent(peer.spread()),
                    result.gflops().isPresent()
                        ? Units.speed(
                            result.gflops().getAsDouble()
                                * result.medianMicros()
                                / peer.medianMicros())
                        : "-",
                    "%.2f".formatted(peer.medianMicros() / result.medianMicros())));
    table.print(out());
  }

  private static String percent(double fraction) {
    return "%.1f %%".formatted(100 * fraction);
  }
}
