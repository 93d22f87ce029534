package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.target.CpuTarget;
import java.util.List;
import java.util.function.Predicate;

/**
 * Completes a sketch with its factors filled in: the choices become steps. The same choices always
 * yield the same steps, from which {@link Choices#read} gets the choices back.
 */
final class Annotator {
  private final CpuTarget target;

  Annotator(CpuTarget target) {
    this.target = target;
  }

  /**
   * The complete schedule.
   *
   * @throws dev.tilewright.core.schedule.StepRefusedException if a choice does not fit the schedule
   */
  ScheduleState annotate(ScheduleState filled, Choices choices) {
    ScheduleState placed = place(filled, choices);
    ScheduleState vectorized = vectorize(placed, choices);
    return finish(vectorized, choices);
  }

  /** Where stages and packed operands are computed. */
  ScheduleState place(ScheduleState filled, Choices choices) {
    ScheduleState state = filled;
    for (var location : choices.locations().entrySet()) {
      Placement.At at = location.getValue();
      state = new ComputeAt(location.getKey(), at.stage(), at.iter()).apply(state);
    }
    for (var packed : choices.packed().entrySet()) {
      state = OperandPacking.pack(state, packed.getKey(), packed.getValue());
    }
    return state;
  }

  /** Vector lanes and register tiles of every stage. */
  ScheduleState vectorize(ScheduleState placed, Choices choices) {
    ScheduleState state = placed;
    for (String stage : stagesWithLoops(placed)) {
      state = new Vectorization(target).apply(state, stage, choices.lanes());
      state = RegisterUnrolling.apply(state, stage);
    }
    return state;
  }

  /** Threads, unrolling and layouts. */
  private static ScheduleState finish(ScheduleState vectorized, Choices choices) {
    ScheduleState state = vectorized;
    for (var parallel : choices.parallel().entrySet()) {
      state = ParallelLoops.apply(state, parallel.getKey(), parallel.getValue());
    }
    for (var unroll : choices.unroll().entrySet()) {
      state = new Pragma(unroll.getKey(), unroll.getValue()).apply(state);
    }
    for (String buffer : choices.relaid()) {
      state = ConstantLayout.apply(state, buffer);
    }
    return state;
  }

  private static List<String> stagesWithLoops(ScheduleState state) {
    return state.stages().stream()
        .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
        .filter(stage -> !stage.iters().isEmpty())
        .map(Stage::name)
        .toList();
  }

  /** The position of the last reduction loop; -1 if there is none. */
  static int lastReduction(Stage stage) {
    int last = -1;
    for (int i = 0; i < stage.iters().size(); i++) {
      if (stage.iters().get(i).kind() != Iter.Kind.SPATIAL) {
        last = i;
      }
    }
    return last;
  }

  /** The innermost position at which another stage is attached in a stage; -1 if there is none. */
  static int lastAttached(ScheduleState state, Stage stage) {
    return lastAttached(state, stage, _ -> true);
  }

  /** The innermost position at which another stage of a kind is attached; -1 if there is none. */
  static int lastAttached(ScheduleState state, Stage stage, Predicate<Stage> kind) {
    int last = -1;
    for (Stage other : state.stages()) {
      if (other.placement() instanceof Placement.At(String target, String iter)
          && target.equals(stage.name())
          && kind.test(other)) {
        last = Math.max(last, stage.position(iter));
      }
    }
    return last;
  }
}
