package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Var;
import java.util.List;
import java.util.Set;

/** Keeps attached stages in step with the loops that they are attached in. */
final class Attachment {
  private final StateEdit edit;

  Attachment(StateEdit edit) {
    this.edit = edit;
  }

  /**
   * Infers the regions of all attached stages, consumers first.
   *
   * @throws StepRefusedException if a stage is read outside the loop that it is attached at
   */
  void refresh() {
    List<Stage> stages = edit.stages();
    for (int i = stages.size() - 1; i >= 0; i--) {
      Stage stage = stages.get(i);
      if (stage.placement() instanceof Placement.At at && mayDiffer(stage, at)) {
        stages.set(i, attached(stage, at));
      }
    }
  }

  /** The stages with loops that read what a stage writes, in topological order. */
  static List<Stage> consumers(Stage stage, List<Stage> stages) {
    return stages.stream()
        .filter(consumer -> !(consumer.placement() instanceof Placement.Inlined))
        .filter(consumer -> consumer.reads(stage.op()))
        .toList();
  }

  /** True if the step changed the stage, what reads it, or a loop around it. */
  private boolean mayDiffer(Stage stage, Placement.At at) {
    return edit.isChanged(stage)
        || edit.consumers(stage).stream().anyMatch(edit::isChanged)
        || isMoved(at);
  }

  private boolean isMoved(Placement place) {
    return place instanceof Placement.At(String target, var _)
        && (edit.isChanged(edit.stage(target)) || isMoved(edit.stage(target).placement()));
  }

  private Stage attached(Stage stage, Placement.At at) {
    List<Stage> consumers = edit.consumers(stage);
    if (consumers.isEmpty()) {
      throw edit.refuse(stage, "nobody reads it; expected a consumer inside " + place(at));
    }
    for (Stage consumer : consumers) {
      if (!isInside(consumer, at)) {
        throw edit.refuse(
            stage,
            "its consumer %s is not inside %s; expected all consumers there"
                .formatted(consumer.name(), place(at)));
      }
    }
    return stage.withRegions(RegionInference.infer(stage, standing(stage, at), consumers));
  }

  /** True if the body of a stage is executed inside the loop. */
  private boolean isInside(Stage stage, Placement.At loop) {
    if (stage.name().equals(loop.stage())) {
      return stage.position(loop.iter()) >= 0;
    }
    return switch (stage.placement()) {
      case Placement.Root() -> false;
      case Placement.Inlined() -> false;
      case Placement.At(String target, String iter) -> {
        Stage parent = edit.stage(target);
        yield target.equals(loop.stage())
            ? parent.position(iter) >= parent.position(loop.iter())
            : isInside(parent, loop);
      }
    };
  }

  /**
   * The variables of the loop and of all loops around it that stand still while the stage is read.
   * The threads of a block, and the virtual threads, read shared memory together.
   */
  private Set<Var> standing(Stage stage, Placement.At loop) {
    Set<Var> vars = RegionInference.variables();
    Placement place = loop;
    while (place instanceof Placement.At(String target, String iter)) {
      Stage parent = edit.stage(target);
      parent.iters().subList(0, parent.position(iter) + 1).stream()
          .filter(outer -> !(stage.isShared() && outer.isOfBlock()))
          .forEach(outer -> vars.add(outer.var()));
      place = parent.placement();
    }
    return vars;
  }

  private static String place(Placement.At at) {
    return at.stage() + "." + at.iter();
  }
}
