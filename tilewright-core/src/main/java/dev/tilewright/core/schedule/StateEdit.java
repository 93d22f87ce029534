package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.schedule.step.StepNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The stages of a state while a step changes them. {@link #finish} infers the regions of attached
 * stages again, checks what holds between stages and yields the new state.
 */
public final class StateEdit {
  private final ScheduleState before;
  private final Step step;
  private final List<Stage> stages;
  private final Map<Buffer, DerivedConstant> derived;
  private final Map<Buffer, BufferLayout> layouts;

  /** True once regions may have changed; of the annotations only bindings change them. */
  private boolean regionsMayChange;

  StateEdit(ScheduleState before, Step step) {
    this.before = before;
    this.step = step;
    this.stages = new ArrayList<>(before.stages());
    this.derived = new HashMap<>(before.derived());
    this.layouts = new HashMap<>(before.layouts());
  }

  /** The stages as changed so far, in topological order. */
  public List<Stage> stages() {
    return stages;
  }

  /** A stage that has loops; refused if there is none of that name or it is inlined. */
  public Stage stage(String name) {
    Stage stage =
        find(name)
            .orElseThrow(
                () ->
                    refuse(
                        "there is no stage %s; expected one of %s"
                            .formatted(name, stages.stream().map(Stage::name).toList())));
    if (stage.placement() instanceof Placement.Inlined) {
      throw refuse(stage, "it is inlined; expected a stage with loops");
    }
    return stage;
  }

  /** A loop of a stage; refused if there is none of that name. */
  public Iter iter(Stage stage, String name) {
    return stage
        .findIter(name)
        .orElseThrow(
            () ->
                refuse(
                    stage,
                    "there is no iterator %s; expected one of %s"
                        .formatted(name, stage.iters().stream().map(Iter::name).toList())));
  }

  /** A loop that no annotation fixes yet; refused otherwise. */
  public Iter plainIter(Stage stage, String name) {
    Iter iter = iter(stage, name);
    if (!iter.annotation().equals(ForKind.SERIAL)) {
      throw refuse(stage, name, "it is annotated; expected a serial loop; annotate afterwards");
    }
    return iter;
  }

  /** Puts a stage in the place of the stage of the same name. */
  public void replace(Stage stage) {
    int position = position(stage.name());
    regionsMayChange |= !hasSameLoops(stages.get(position), stage);
    stages.set(position, stage);
  }

  private static boolean hasSameLoops(Stage before, Stage after) {
    if (before.op() != after.op()
        || !before.placement().equals(after.placement())
        || before.iters().size() != after.iters().size()) {
      return false;
    }
    for (int i = 0; i < before.iters().size(); i++) {
      Iter old = before.iters().get(i);
      Iter now = after.iters().get(i);
      if (old.var() != now.var() || old.isOfBlock() != now.isOfBlock()) {
        return false;
      }
    }
    return true;
  }

  /** Adds a stage right before another one. */
  public void insertBefore(String name, Stage stage) {
    regionsMayChange = true;
    stages.add(position(name), stage);
  }

  /** Moves whatever is attached at one loop of a stage to another loop of it. */
  public void moveAttached(String stage, String fromIter, String toIter) {
    Placement from = new Placement.At(stage, fromIter);
    stages.replaceAll(
        s -> s.placement().equals(from) ? s.withPlacement(new Placement.At(stage, toIter)) : s);
  }

  /** The stages that are attached at any loop of a stage. */
  public List<Stage> attachedIn(String stage) {
    return stages.stream()
        .filter(s -> s.placement() instanceof Placement.At(String target, var iter))
        .filter(s -> ((Placement.At) s.placement()).stage().equals(stage))
        .toList();
  }

  /** The stages with loops that read what a stage writes, in topological order. */
  public List<Stage> consumers(Stage stage) {
    return Attachment.consumers(stage, stages);
  }

  /** The stages with loops that read a tensor, in topological order. */
  public List<Stage> readers(Buffer tensor) {
    return stages.stream()
        .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
        .filter(stage -> stage.loads().stream().anyMatch(load -> load.buffer() == tensor))
        .toList();
  }

  /** True if the caller gets what the stage writes. */
  public boolean isOutput(Stage stage) {
    return stage.op().outputs().stream().anyMatch(before.dag().outputs()::contains);
  }

  /** A name of the given form that neither a stage nor a buffer of the DAG has. */
  public String freshName(String name) {
    String candidate = name;
    for (int suffix = 1; isTaken(candidate); suffix++) {
      candidate = name + "_" + suffix;
    }
    return candidate;
  }

  /** Lets a tensor that is computed ahead take the place of a constant input. */
  public void derive(Buffer input, DerivedConstant constant) {
    derived.put(input, constant);
  }

  public void setLayout(Buffer buffer, BufferLayout layout) {
    layouts.put(buffer, layout);
  }

  /** The refusal of this step, to be thrown. */
  public StepRefusedException refuse(String reason) {
    return new StepRefusedException(StepNames.of(step) + ": " + reason);
  }

  public StepRefusedException refuse(Stage stage, String reason) {
    return refuse("stage %s: %s".formatted(stage.name(), reason));
  }

  public StepRefusedException refuse(Stage stage, String iter, String reason) {
    return refuse("stage %s, iterator %s: %s".formatted(stage.name(), iter, reason));
  }

  /** The state after the step; refused if stages do not fit together any more. */
  public ScheduleState finish() {
    if (regionsMayChange) {
      new Attachment(this).refresh();
    }
    stages.forEach(stage -> AnnotationRules.check(this, stage));
    List<Step> steps = new ArrayList<>(before.steps());
    steps.add(step);
    return new ScheduleState(before.dag(), stages, derived, layouts, steps);
  }

  /** True for a stage that was not like this before the step. */
  boolean isChanged(Stage stage) {
    return before.stages().stream().noneMatch(old -> old == stage);
  }

  Optional<Stage> find(String name) {
    return stages.stream().filter(stage -> stage.name().equals(name)).findFirst();
  }

  private int position(String name) {
    for (int i = 0; i < stages.size(); i++) {
      if (stages.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalArgumentException("there is no stage " + name);
  }

  private boolean isTaken(String name) {
    return stages.stream()
            .flatMap(stage -> stage.op().outputs().stream())
            .anyMatch(buffer -> buffer.name().equals(name))
        || before.dag().inputs().stream().anyMatch(buffer -> buffer.name().equals(name))
        || derived.values().stream().anyMatch(other -> other.result().name().equals(name));
  }
}
