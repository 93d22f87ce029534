package dev.tilewright.cli.bench;

import dev.tilewright.base.UserException;
import dev.tilewright.cli.inout.RunnableModel;
import dev.tilewright.cli.peer.Peer;
import dev.tilewright.cli.workload.Workload;
import dev.tilewright.core.analysis.ConservativeFlops;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.api.Tilewright;
import dev.tilewright.graph.builtin.ModelSource;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.ir.Value;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.graph.network.TunedSchedules;
import dev.tilewright.graph.schedule.DefaultSchedule;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.runtime.plan.TensorSpec;
import dev.tilewright.search.record.Costs;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.RecordIndex;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Times a workload with its best records, beside peers on the same inputs and threads.
 *
 * @param against names of peers, or {@link #DEFAULT_SCHEDULES}; a peer that does not support the
 *     workload is left out with a warning
 * @param records may be missing
 * @param budget time for measuring
 */
public record BenchRun(
    CpuTarget target,
    List<String> against,
    Path records,
    Duration budget,
    Consumer<String> warnings) {
  static final String OWN_NAME = "tilewright";

  /** What {@link #against} calls our default schedules. */
  public static final String DEFAULT_SCHEDULES = "default";

  private static final Path NO_RECORDS = Path.of("/dev/null");
  private static final long SEED = 1;

  /** Times a network, an artifact or an operator. */
  public BenchResult run(String workload) {
    if (RunnableModel.isArtifact(workload)) {
      return artifact(workload);
    }
    return switch (Workload.parse(workload)) {
      case Workload.Network network -> network(network);
      case Workload.Operator operator -> operator(operator);
    };
  }

  private BenchResult artifact(String file) {
    if (!against.isEmpty()) {
      throw new UserException(
          "--against: %s is compiled, peers cannot read it; expected the network it was made from"
              .formatted(file));
    }
    RunnableModel model = RunnableModel.load(Path.of(file), target.threads());
    BenchInputs inputs = new BenchInputs(SEED);
    List<Tensor> tensors = new ArrayList<>();
    for (TensorSpec spec : model.execution().plan().signature().inputs()) {
      tensors.add(inputs.next(spec.dtype(), spec.shape()));
    }
    return measure(
        file, OptionalDouble.empty(), new PlanContender(OWN_NAME, model, tensors), List.of());
  }

  private BenchResult network(Workload.Network network) {
    Graph original = ModelSource.load(network.name());
    BenchInputs inputs = new BenchInputs(SEED);
    List<Tensor> tensors = new ArrayList<>();
    for (Value input : original.inputs()) {
      tensors.add(inputs.next(input.type().dtype(), input.type().shape()));
    }
    double flops = 0;
    for (NetworkTask task : network.tasks()) {
      flops += task.weight() * ConservativeFlops.of(task.dag());
    }
    return measure(
        network.name(),
        OptionalDouble.of(flops),
        plan(OWN_NAME, network.graph(), records, tensors),
        others(
            () -> plan(DEFAULT_SCHEDULES, network.graph(), NO_RECORDS, tensors),
            peer -> new PeerContender(peer, original, tensors, target.threads())));
  }

  private PlanContender plan(String name, Graph graph, Path scheduled, List<Tensor> inputs) {
    RunnableModel model = RunnableModel.compile(graph, Tilewright.on(target, warnings), scheduled);
    return new PlanContender(name, model, inputs);
  }

  private BenchResult operator(Workload.Operator operator) {
    NetworkTask task = operator.task();
    ComputeDag dag = task.dag();
    Graph network = operator.spec().network(SEED);
    Map<String, Tensor> constants = new HashMap<>();
    network.constants().forEach((value, tensor) -> constants.put(value.name(), tensor));
    BenchInputs random = new BenchInputs(SEED);
    Map<Buffer, Tensor> values = new IdentityHashMap<>();
    for (Buffer input : dag.inputs()) {
      Optional<Tensor> constant = Optional.ofNullable(constants.get(input.name()));
      values.put(input, constant.orElseGet(() -> random.next(input.dtype(), input.shape())));
    }
    List<Tensor> inputs = dag.inputs().stream().map(values::get).toList();
    List<Tensor> runtimeInputs =
        network.inputs().stream().map(input -> valueOf(input.name(), values)).toList();
    return measure(
        operator.name(),
        OptionalDouble.of(ConservativeFlops.of(dag)),
        new OperatorContender(OWN_NAME, schedules().apply(task), target, inputs),
        others(
            () ->
                new OperatorContender(
                    DEFAULT_SCHEDULES, DefaultSchedule.of(dag, target), target, inputs),
            peer -> new PeerContender(peer, network, runtimeInputs, target.threads())));
  }

  private static Tensor valueOf(String name, Map<Buffer, Tensor> values) {
    return values.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private TunedSchedules schedules() {
    RecordFile file = new RecordFile(records, warnings);
    RecordIndex index = RecordIndex.read(List.of(file), target.text(), target.threads());
    return new TunedSchedules(index, target, warnings);
  }

  private List<Contender> others(Supplier<Contender> defaults, Function<Peer, Contender> opening) {
    List<Contender> others = new ArrayList<>();
    for (String name : against) {
      if (name.equals(DEFAULT_SCHEDULES)) {
        others.add(defaults.get());
      } else {
        open(Peers.find(name), opening).ifPresent(others::add);
      }
    }
    return others;
  }

  private Optional<Contender> open(Peer peer, Function<Peer, Contender> opening) {
    try {
      return Optional.of(opening.apply(peer));
    } catch (UserException unsupported) {
      warnings.accept(peer.name() + " is left out: " + unsupported.getMessage());
      return Optional.empty();
    }
  }

  private BenchResult measure(
      String workload, OptionalDouble flops, Contender own, List<Contender> peers) {
    List<Contender> all = new ArrayList<>(List.of(own));
    all.addAll(peers);
    try {
      Map<String, Costs> costs = new Interleaving(budget, warnings).measure(all);
      return BenchResult.of(workload, target.text(), target.threads(), flops, costs);
    } finally {
      all.forEach(Contender::close);
    }
  }
}
