package dev.tilewright.bench;

import dev.tilewright.cli.workload.Workload;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.LearnedModel;
import dev.tilewright.search.model.RandomModel;
import dev.tilewright.search.tune.TuningOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Makes the cost model that is shipped: measures programs of many tasks, at first random ones, so
 * that the model sees slow programs too, then those that the model asks for, and saves what it has
 * learnt. Arguments: trials a task, threads, record file (taken up if it exists), model file,
 * workloads.
 */
public final class TrainCostModel {
  private static final Duration LONG = Duration.ofDays(1);

  private final CpuTarget target;
  private final Path records;
  private final LearnedModel learned;

  private TrainCostModel(CpuTarget target, Path records) {
    this.target = target;
    this.records = records;
    this.learned = LearnedModel.blind(target);
  }

  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 5) {
      System.err.println("usage: TrainCostModel TRIALS THREADS RECORDS MODEL WORKLOAD...");
      System.exit(2);
    }
    int trials = Integer.parseInt(arguments[0]);
    CpuTarget target = HostCpu.detect(Integer.parseInt(arguments[1]));
    TrainCostModel training = new TrainCostModel(target, Path.of(arguments[2]));
    training.measure(tasks(Arrays.asList(arguments).subList(4, arguments.length)), trials);
    Files.write(Path.of(arguments[3]), training.learned.save().orElseThrow());
  }

  /** The distinct tasks of some workloads. */
  private static List<NetworkTask> tasks(List<String> workloads) {
    Map<String, NetworkTask> tasks = new LinkedHashMap<>();
    for (String workload : workloads) {
      Workload.parse(workload).tasks().forEach(task -> tasks.putIfAbsent(task.name(), task));
    }
    return List.copyOf(tasks.values());
  }

  private void measure(List<NetworkTask> tasks, int trials) {
    int number = 0;
    for (NetworkTask task : tasks) {
      System.err.printf("%d of %d: %s%n", ++number, tasks.size(), task.name());
      tune(task, new RandomModel(new SplittableRandom(number)), trials / 2);
      tune(task, learned, trials - trials / 2);
    }
  }

  /** The best are not measured again: it is all of them that are wanted. */
  private void tune(NetworkTask task, CostModel model, int trials) {
    TuningOptions usual = TuningOptions.of(trials, LONG, trials, "train-cost-model");
    TuningOptions options =
        new TuningOptions(
            usual.trials(),
            usual.time(),
            usual.roundSize(),
            usual.patience(),
            usual.widen(),
            0,
            usual.seed(),
            usual.tool());
    Tilewright.on(target, System.err::println)
        .tune(List.of(task), records, model, options, event -> {}, () -> false);
  }
}
