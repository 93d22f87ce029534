package dev.tilewright.search.evolve;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the innermost loop of the last axis, along which memory is contiguous, in vector lanes. */
final class Vectorization {
  /** Longer loops are split. */
  private static final long MAX_LANES = 128;

  /** Shorter loops are not worth a vector. */
  private static final long MIN_LANES = 4;

  private final CpuTarget target;

  Vectorization(CpuTarget target) {
    this.target = target;
  }

  /**
   * The state with one loop of the stage vectorised, if that makes sense.
   *
   * @param lanes the lanes of the stages whose loop must be split; no vectors where none are given
   */
  ScheduleState apply(ScheduleState state, String stageName, Map<String, Long> lanes) {
    Stage stage = state.findStage(stageName).orElseThrow();
    Optional<Iter> loop = vectorLoop(state, stage);
    if (loop.isEmpty()) {
      return state;
    }
    boolean split = needsSplit(stage, loop.get());
    if (split && !lanes.containsKey(stageName)) {
      return state;
    }
    String vector = loop.get().name();
    ScheduleState parts = state;
    if (split) {
      parts = new Split(stageName, vector, List.of(lanes.get(stageName))).apply(state);
      vector = vector + ".1";
    }
    return new Annotate(stageName, vector, ForKind.VECTORIZED)
        .apply(innermost(parts, stageName, vector));
  }

  /** The loop that may be vectorised; empty if there is none or it is too short. */
  Optional<Iter> vectorLoop(ScheduleState state, Stage stage) {
    Optional<Iter> innermost = Optional.empty();
    String axis = lastAxis(stage);
    for (Iter iter : stage.iters()) {
      boolean ofAxis = iter.name().equals(axis) || iter.name().startsWith(axis + ".");
      if (ofAxis && iter.extent() > 1 && iter.annotation().equals(ForKind.SERIAL)) {
        innermost = Optional.of(iter);
      }
    }
    return innermost.filter(
        iter ->
            iter.extent() >= MIN_LANES
                && stage.position(iter.name()) > Annotator.lastAttached(state, stage));
  }

  /** True if only a part of the loop can be the lanes. */
  boolean needsSplit(Stage stage, Iter loop) {
    long width = nativeLanes(stage);
    boolean isTiled = !stage.changes().isEmpty() && loop.name().contains(".");
    return loop.extent() > MAX_LANES
        || (!isTiled
            && (stage.op().isReduction() || (loop.extent() > width && loop.extent() % width != 0)));
  }

  int nativeLanes(Stage stage) {
    return target.lanes(stage.op().outputs().getFirst().dtype().bits());
  }

  private static String lastAxis(Stage stage) {
    String last = "";
    int rank = stage.op().axes().size();
    for (AxisBinding binding : stage.bindings().subList(0, rank)) {
      Var axis = binding.axis();
      if (binding.extent() > 1) {
        last = axis.name();
      }
    }
    return last;
  }

  private static ScheduleState innermost(ScheduleState state, String stage, String loop) {
    List<String> order =
        new ArrayList<>(
            state.findStage(stage).orElseThrow().iters().stream().map(Iter::name).toList());
    if (order.getLast().equals(loop)) {
      return state;
    }
    order.remove(loop);
    order.add(loop);
    return new Reorder(stage, order).apply(state);
  }
}
