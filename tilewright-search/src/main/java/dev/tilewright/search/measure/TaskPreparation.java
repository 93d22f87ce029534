package dev.tilewright.search.measure;

import dev.tilewright.base.InternalException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.PointEvaluator;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.runtime.Tensor;
import dev.tilewright.search.build.Backend;
import dev.tilewright.search.build.CompiledProgram;
import dev.tilewright.search.record.ScheduleCodec;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Makes the reference of a task. The definition of the DAG is evaluated at sampled points of the
 * outputs; the whole outputs come from the default schedule, compiled, if they agree with those
 * points, else from the plain schedule.
 */
final class TaskPreparation {
  private static final int POINTS = 24;
  private static final long POINT_BUDGET_NANOS = 1_500_000_000L;

  /** The value of the definition at one element. */
  private record Point(int output, long position, double value) {}

  private final Backend backend;

  TaskPreparation(Backend backend) {
    this.backend = backend;
  }

  /**
   * @throws InternalException if no schedule computes what the DAG says
   * @throws dev.tilewright.base.EnvironmentException if the tensors do not fit in memory
   */
  PreparedTask prepare(TaskDescription task) {
    MemoryCheck.require(task.dag());
    Arena arena = Arena.ofShared();
    try {
      return prepare(task, arena);
    } catch (RuntimeException failure) {
      arena.close();
      throw failure;
    }
  }

  private PreparedTask prepare(TaskDescription task, Arena arena) {
    List<Tensor> inputs = RandomInputs.of(task.dag(), task.seed(), RandomInputs.Sign.BOTH, arena);
    List<Point> points = points(task, inputs);
    if (points.stream().anyMatch(point -> Double.isNaN(point.value()))) {
      inputs = RandomInputs.of(task.dag(), task.seed(), RandomInputs.Sign.POSITIVE, arena);
      points = points(task, inputs);
    }
    List<OutputComparison> comparisons = reference(task, inputs, points, arena);
    return new PreparedTask(arena, inputs, allocateOutputs(task.dag(), arena), comparisons);
  }

  private List<OutputComparison> reference(
      TaskDescription task, List<Tensor> inputs, List<Point> points, Arena arena) {
    List<String> failures = new ArrayList<>();
    for (List<Step> steps : List.of(task.defaultSchedule(), List.<Step>of())) {
      try {
        List<OutputComparison> comparisons = compute(task, steps, inputs, arena);
        Optional<String> wrong = disagreement(comparisons, points);
        if (wrong.isEmpty()) {
          return comparisons;
        }
        failures.add(wrong.get());
      } catch (TilewrightException failure) {
        failures.add(failure.getMessage());
      }
    }
    throw new InternalException(
        "reference: neither the default nor the plain schedule gives it; default: %s; plain: %s"
            .formatted(failures.get(0), failures.get(1)));
  }

  private List<OutputComparison> compute(
      TaskDescription task, List<Step> steps, List<Tensor> inputs, Arena arena) {
    ComputeDag dag = task.dag();
    List<Tensor> results = allocateOutputs(dag, arena);
    try (CompiledProgram program = backend.build(ScheduleCodec.replay(dag, steps)).program()) {
      program.run(inputs, results);
    }
    List<OutputComparison> comparisons = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Buffer output = dag.outputs().get(i);
      comparisons.add(
          new OutputComparison(output.name(), results.get(i), Tolerance.of(dag, output)));
    }
    return comparisons;
  }

  private static Optional<String> disagreement(
      List<OutputComparison> comparisons, List<Point> points) {
    return points.stream()
        .filter(point -> !comparisons.get(point.output()).agrees(point.position(), point.value()))
        .findFirst()
        .map(
            point ->
                "element %d of output %d is %s; expected %s by definition"
                    .formatted(
                        point.position(),
                        point.output(),
                        comparisons.get(point.output()).reference().getDouble(point.position()),
                        point.value()));
  }

  /** As many points as fit in a time, at least one an output that has elements. */
  private static List<Point> points(TaskDescription task, List<Tensor> inputs) {
    ComputeDag dag = task.dag();
    SplittableRandom random = new SplittableRandom(task.seed());
    List<HostArray> arrays =
        inputs.stream().map(t -> HostArray.wrap(t.dtype(), t.shape(), t.segment())).toList();
    List<Point> points = new ArrayList<>();
    long end = System.nanoTime() + POINT_BUDGET_NANOS;
    try (Arena scratch = Arena.ofConfined()) {
      PointEvaluator evaluator = new PointEvaluator(dag, arrays, scratch);
      for (int i = 0; i < POINTS && (i == 0 || System.nanoTime() < end); i++) {
        for (int output = 0; output < dag.outputs().size(); output++) {
          long elements = dag.outputs().get(output).shape().elements();
          if (elements > 0) {
            // The last element is the one that a wrong tail leaves out.
            long at = i == 0 ? elements - 1 : random.nextLong(elements);
            points.add(new Point(output, at, evaluator.evaluate(output, at)));
          }
        }
      }
    }
    return points;
  }

  private static List<Tensor> allocateOutputs(ComputeDag dag, Arena arena) {
    return dag.outputs().stream()
        .map(output -> Tensor.allocate(output.dtype(), output.shape(), arena))
        .toList();
  }
}
