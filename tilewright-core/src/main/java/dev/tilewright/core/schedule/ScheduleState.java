package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.Placeholder;
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
  private final Map<Buffer, DerivedConstant> derived;
  private final Map<Buffer, BufferLayout> layouts;
  private final List<Step> steps;

  ScheduleState(
      ComputeDag dag,
      List<Stage> stages,
      Map<Buffer, DerivedConstant> derived,
      Map<Buffer, BufferLayout> layouts,
      List<Step> steps) {
    this.dag = dag;
    this.stages = List.copyOf(stages);
    this.derived = Map.copyOf(derived);
    this.layouts = Map.copyOf(layouts);
    this.steps = List.copyOf(steps);
  }

  /** The schedule that computes every operation at root in plain nested loops. */
  public static ScheduleState initial(ComputeDag dag) {
    return new ScheduleState(
        dag, dag.computes().stream().map(Stage::plain).toList(), Map.of(), Map.of(), List.of());
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

  /** What takes the place of constant inputs, by the input. */
  public Map<Buffer, DerivedConstant> derived() {
    return derived;
  }

  /**
   * The tensor that the stages read for an input of the DAG: what is derived from it, or itself.
   */
  public Buffer stored(Buffer input) {
    DerivedConstant constant = derived.get(input);
    return constant == null ? input : constant.result();
  }

  /** The tensors that are known ahead of all runs, as the stages read them, in order. */
  public List<Buffer> constants() {
    return dag.operations().stream()
        .filter(operation -> operation instanceof Placeholder(var _, boolean constant) && constant)
        .map(operation -> stored(((Placeholder) operation).output()))
        .toList();
  }

  /** How the kernels expect an input of the DAG. */
  public ConstantStorage storage(Buffer input) {
    Buffer stored = stored(input);
    ConstantStorage plain = ConstantStorage.plain(stored.shape().rank());
    return new ConstantStorage(
        derived.containsKey(input) ? derived.get(input).transform() : plain.transform(),
        layouts.getOrDefault(stored, plain.layout()));
  }

  /** Storage of constants, as the stages read them, that differs from row-major. */
  public Map<Buffer, BufferLayout> layouts() {
    return layouts;
  }

  /** The steps applied so far, first to last. */
  public List<Step> steps() {
    return steps;
  }

  /** The stages of this state, to be changed by a step. */
  public StateEdit edit(Step step) {
    return new StateEdit(this, step);
  }

  /** The state after several steps. */
  public ScheduleState apply(List<Step> more) {
    ScheduleState state = this;
    for (Step step : more) {
      state = step.apply(state);
    }
    return state;
  }
}
