package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A schedule: the stages of a compute DAG with their loops, and the steps that led there. It is a
 * persistent value; applying a step yields a new state that shares what the step did not touch.
 */
public final class ScheduleState {
  private final ComputeDag dag;
  private final List<Stage> stages;
  private final Map<Buffer, BufferLayout> layouts;
  private final List<Step> steps;

  ScheduleState(
      ComputeDag dag, List<Stage> stages, Map<Buffer, BufferLayout> layouts, List<Step> steps) {
    this.dag = dag;
    this.stages = List.copyOf(stages);
    this.layouts = Map.copyOf(layouts);
    this.steps = List.copyOf(steps);
  }

  /** The schedule that computes every operation at root in plain nested loops. */
  public static ScheduleState initial(ComputeDag dag) {
    return new ScheduleState(
        dag, dag.computes().stream().map(ScheduleState::plainStage).toList(), Map.of(), List.of());
  }

  /** The DAG that the schedule computes; steps do not change it. */
  public ComputeDag dag() {
    return dag;
  }

  /** In topological order; steps such as cache_write add stages. */
  public List<Stage> stages() {
    return stages;
  }

  public Optional<Stage> findStage(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
  }

  /** Storage of constant inputs that differs from row-major. */
  public Map<Buffer, BufferLayout> layouts() {
    return layouts;
  }

  /** The steps applied so far, first to last. */
  public List<Step> steps() {
    return steps;
  }

  /** A stage at root with one loop an axis. */
  static Stage plainStage(Compute op) {
    List<Iter> iters = new ArrayList<>();
    List<AxisBinding> bindings = new ArrayList<>();
    for (Var axis : op.axes()) {
      addAxis(axis, Iter.Kind.SPATIAL, iters, bindings);
    }
    for (Var axis : op.reduceAxes()) {
      addAxis(axis, Iter.Kind.REDUCE, iters, bindings);
    }
    return new Stage(op, iters, bindings, Placement.ROOT, 0, StorageAlignment.NONE);
  }

  private static void addAxis(
      Var axis, Iter.Kind kind, List<Iter> iters, List<AxisBinding> bindings) {
    Var loop = new Var(axis.name(), axis.extent());
    iters.add(new Iter(axis.name(), loop, kind, ForKind.SERIAL));
    bindings.add(new AxisBinding(axis, Index.ZERO, axis.extent(), Index.of(loop)));
  }
}
