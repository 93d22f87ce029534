package dev.tilewright.graph.api;

import dev.tilewright.base.UserException;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
import dev.tilewright.graph.builtin.ModelSource;
import dev.tilewright.graph.ir.Graph;
import dev.tilewright.graph.network.CompiledNetwork;
import dev.tilewright.graph.network.LoweredNetwork;
import dev.tilewright.graph.network.NetworkCompiler;
import dev.tilewright.graph.network.NetworkTask;
import dev.tilewright.graph.network.NetworkTasks;
import dev.tilewright.graph.network.TunedSchedules;
import dev.tilewright.graph.pass.Passes;
import dev.tilewright.runtime.artifact.Artifact;
import dev.tilewright.runtime.artifact.ArtifactTarget;
import dev.tilewright.runtime.cpu.CpuDevice;
import dev.tilewright.runtime.cpu.Pinning;
import dev.tilewright.search.limit.MachineLimits;
import dev.tilewright.search.measure.MeasureOptions;
import dev.tilewright.search.measure.WorkerMeasurer;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.PretrainedModel;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.RecordIndex;
import dev.tilewright.search.rule.WinogradOption;
import dev.tilewright.search.task.TuningTask;
import dev.tilewright.search.tune.EvolutionSource;
import dev.tilewright.search.tune.TaskLimits;
import dev.tilewright.search.tune.Tuner;
import dev.tilewright.search.tune.TuningListener;
import dev.tilewright.search.tune.TuningOptions;
import dev.tilewright.search.tune.TuningResult;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Tunes and compiles networks for the CPU of this machine. A thin layer: each method is a few calls
 * of the parts below it, which a program may as well use itself. Immutable and safe for use by
 * several threads; two tuning runs at once would disturb each other's timing.
 */
public final class Tilewright {
  private final Target target;
  private final Consumer<String> warnings;
  private final WinogradOption winograd;

  private Tilewright(Target target, Consumer<String> warnings, WinogradOption winograd) {
    this.target = target;
    this.warnings = warnings;
    this.winograd = winograd;
  }

  /**
   * Compiles for this machine.
   *
   * @param threads threads that a network may use
   * @param warnings receives one line for each thing that is odd but does not stop the work, such
   *     as a line of a record file that is skipped
   * @throws dev.tilewright.base.EnvironmentException if there is no LLVM for this machine
   */
  public static Tilewright onThisMachine(int threads, Consumer<String> warnings) {
    return on(HostCpu.detect(threads), warnings);
  }

  /**
   * Compiles for a given target, which for tuning and running must be this machine.
   *
   * @param warnings as in {@link #onThisMachine}
   */
  public static Tilewright on(Target target, Consumer<String> warnings) {
    return new Tilewright(target, warnings, WinogradOption.AUTO);
  }

  /**
   * The same, with other algorithms for 3×3 convolutions: neither searched for nor taken from
   * records are those that the option does not allow. Initially all are.
   */
  public Tilewright withWinograd(WinogradOption option) {
    return new Tilewright(target, warnings, option);
  }

  /** The machine that networks are compiled for. */
  public Target target() {
    return target;
  }

  /**
   * Loads a network and brings it into the form that is tuned and compiled.
   *
   * @param source a built-in network such as {@code resnet50:batch=1}, or the path of an ONNX file
   * @throws UserException if it cannot be read or has an operator that is not supported
   */
  public static Graph load(String source) {
    return Passes.optimize(ModelSource.load(source));
  }

  /** The distinct computations of a network, which are tuned one by one. */
  public static List<NetworkTask> tasks(Graph network) {
    return NetworkTasks.of(network).tasks();
  }

  /**
   * Looks for fast schedules of a network's tasks. Every measurement is appended to the record file
   * at once; what the file already holds is taken up. An interrupt of the calling thread ends the
   * run early, with its result.
   *
   * @param tasks of {@link #tasks}
   * @param records made if it does not exist
   * @param options when to stop
   * @param listener is told of every trial
   */
  public TuningResult tune(
      List<NetworkTask> tasks, Path records, TuningOptions options, TuningListener listener) {
    return tune(
        tasks,
        records,
        PretrainedModel.of(target),
        options,
        listener,
        Thread.currentThread()::isInterrupted);
  }

  /**
   * As above.
   *
   * @param model predicts which candidates are worth measuring; one for all tasks, which learns
   * @param interrupted asked often; once true, the run ends within a second
   */
  public TuningResult tune(
      List<NetworkTask> tasks,
      Path records,
      CostModel model,
      TuningOptions options,
      TuningListener listener,
      BooleanSupplier interrupted) {
    List<TuningTask> tuningTasks = tasks.stream().map(this::tuningTask).toList();
    MeasureOptions measuring = MeasureOptions.of(target, options.seed());
    try (WorkerMeasurer measurer = new WorkerMeasurer(measuring)) {
      RecordFile file = recordFile(records);
      return new Tuner(measurer, file, options, limits(), listener)
          .tune(tuningTasks, task -> EvolutionSource.of(task, model, winograd), interrupted);
    }
  }

  private TaskLimits limits() {
    return switch (target) {
      case CpuTarget cpu -> {
        MachineLimits limits = new MachineLimits(cpu);
        yield task -> limits.leastMicros(task.dag());
      }
      case GpuTarget gpu -> task -> OptionalDouble.empty();
    };
  }

  /**
   * Compiles a network into this process with the fastest recorded schedule of each task; a task
   * without a record for this machine and number of threads gets its default schedule.
   *
   * @param network of {@link #load}
   * @param records may be missing
   * @throws UserException if the target is a GPU
   */
  public Executable compile(Graph network, Path records) {
    CompiledNetwork compiled =
        new NetworkCompiler(new CpuCompiler()).jit(lower("network", network, records), cpu());
    return new Executable(compiled, CpuDevice.open(target.threads(), Pinning.NONE));
  }

  /**
   * Compiles a network into an artifact that runs without the compiler.
   *
   * @param name of the network, for messages
   * @param network of {@link #load}
   * @param records may be missing
   * @throws UserException if the target is a GPU
   */
  public Artifact artifact(String name, Graph network, Path records) {
    LoweredNetwork lowered = lower(name, network, records);
    byte[] code = new byte[0];
    if (!lowered.units().isEmpty()) {
      code = new CpuCompiler().sharedObject(lowered.units(), cpu());
    }
    ArtifactTarget machine = new ArtifactTarget(cpu().text(), cpu().triple(), cpu().features());
    return new Artifact(machine, lowered.plan(), lowered.constants(), code);
  }

  private CpuTarget cpu() {
    if (target instanceof CpuTarget cpu) {
      return cpu;
    }
    throw new UserException(
        "%s: whole networks are compiled for CPUs only; expected a cpu target"
            .formatted(target.text()));
  }

  private LoweredNetwork lower(String name, Graph network, Path records) {
    RecordFile file = recordFile(records);
    RecordIndex index = RecordIndex.read(List.of(file), target.text(), target.threads());
    return NetworkCompiler.lower(name, network, new TunedSchedules(index, target, warnings));
  }

  private RecordFile recordFile(Path records) {
    return new RecordFile(records, warnings).using(record -> winograd.allows(record.steps()));
  }

  private TuningTask tuningTask(NetworkTask task) {
    return task.forTuning(target);
  }
}
