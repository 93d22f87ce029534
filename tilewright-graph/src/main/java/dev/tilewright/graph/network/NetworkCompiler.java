package dev.tilewright.graph.network;

import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.ir.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** From a network to kernels, a plan and machine code. */
public final class NetworkCompiler {
  private final CpuCompiler compiler;

  public NetworkCompiler(CpuCompiler compiler) {
    this.compiler = compiler;
  }

  /**
   * Lowers the tasks of a network and plans its memory.
   *
   * @param name for messages and profiles
   * @param graph after the graph passes
   * @param schedules the schedule of a task: of an equal DAG, whose names may differ
   */
  public static LoweredNetwork lower(
      String name, Graph graph, Function<NetworkTask, ScheduleState> schedules) {
    Graph planned = CopyOutputs.apply(graph);
    NetworkTasks tasks = NetworkTasks.of(planned);
    List<TaskProgram> programs =
        IntStream.range(0, tasks.tasks().size())
            .parallel()
            .mapToObj(number -> lower(number, tasks.tasks().get(number), schedules))
            .toList();
    return PlanBuilder.build(name, planned, tasks, programs);
  }

  private static TaskProgram lower(
      int number, NetworkTask task, Function<NetworkTask, ScheduleState> schedules) {
    return TaskProgram.of(number, task, schedules.apply(task));
  }

  /**
   * Compiles a network into this process, on as many threads as the target may use.
   *
   * @param target the machine that this process runs on
   */
  public CompiledNetwork jit(LoweredNetwork network, CpuTarget target) {
    List<List<CpuCompiler.Unit>> batches = CompileBatches.of(network.units(), target.threads());
    List<JitProgram> programs = new ArrayList<>();
    try {
      programs.addAll(
          CompileBatches.run(batches, target.threads(), batch -> compiler.jit(batch, target)));
      return new CompiledNetwork(network.plan(), network.constants(), programs);
    } catch (RuntimeException failed) {
      programs.forEach(JitProgram::close);
      throw failed;
    }
  }
}
