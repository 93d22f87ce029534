package dev.tilewright.search.rule;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a reduction into partial results: over the lanes of vectors, where the reduction runs
 * along contiguous memory, or over chunks for several threads, where there are few outputs.
 */
final class AddRfactor implements SketchRule {
  /** With more outputs than this, threads have enough to do without chunks. */
  private static final long FEW_OUTPUTS = 64;

  /** A shorter reduction is not worth the second pass over the chunks. */
  private static final long LONG_REDUCTION = 4096;

  /** A shorter reduction does not fill vectors. */
  private static final long MIN_LANES = 8;

  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    if (!stage.op().isReduction()
        || !stage.changes().isEmpty()
        || !(stage.placement() instanceof Placement.Root)) {
      return List.of();
    }
    List<Derivation> alternatives = new ArrayList<>();
    Iter inner = stage.iters().getLast();
    if (inner.extent() >= 2 * MIN_LANES && isContiguous(stage, inner)) {
      alternatives.add(overLanes(derivation, inner));
    }
    Iter outer = stage.iters().get(stage.op().axes().size());
    boolean isLong = StageFacts.points(stage.op().reduceAxes()) >= LONG_REDUCTION;
    boolean isFewOutputs = StageFacts.points(stage.op().axes()) <= FEW_OUTPUTS;
    if (isLong && isFewOutputs && outer.extent() > 1 && !isPartial(derivation.state(), stage)) {
      alternatives.add(overChunks(derivation, outer));
    }
    return alternatives;
  }

  /** True if another reduction sums up what the stage computes, so that it is a chunk already. */
  private static boolean isPartial(ScheduleState state, Stage stage) {
    return StageFacts.consumers(state, stage).stream().anyMatch(c -> c.op().isReduction());
  }

  /** True if some read of the stage runs along memory with the given reduction loop. */
  private static boolean isContiguous(Stage stage, Iter loop) {
    Var axis = stage.op().reduceAxes().getLast();
    return StageFacts.allLoads(stage.op()).stream()
        .anyMatch(
            load ->
                !load.indices().isEmpty()
                    && Affine.of(load.indices().getLast()).coefficient(axis) == 1
                    && loop.kind() == Iter.Kind.REDUCE);
  }

  /** Partial results in the lanes of a vector, combined after the loop. */
  private static Derivation overLanes(Derivation derivation, Iter loop) {
    Stage stage = derivation.stage();
    String lanes = loop.name() + ".1";
    ScheduleState state =
        new Split(stage.name(), loop.name(), List.of(1L)).apply(derivation.state());
    state = new Rfactor(stage.name(), lanes, stage.op().axes().size()).apply(state);
    Stage partial = state.stages().get(derivation.position());
    List<String> order = new ArrayList<>();
    for (Iter iter : partial.iters()) {
      if (!iter.name().equals(lanes)) {
        order.add(iter.name());
      }
    }
    order.add(lanes);
    state = new Reorder(partial.name(), order).apply(state);
    int rank = stage.op().axes().size();
    if (rank > 0) {
      String innermost = stage.iters().get(rank - 1).name();
      state = new ComputeAt(partial.name(), stage.name(), innermost).apply(state);
    }
    return new Derivation(state, derivation.position() - 1);
  }

  /**
   * Partial results of chunks, a stage at root that the rules visit next. Half of the loop stands
   * for the open size of a chunk, so that the rules see long chunks.
   */
  private static Derivation overChunks(Derivation derivation, Iter loop) {
    Stage stage = derivation.stage();
    ScheduleState state =
        new Split(stage.name(), loop.name(), List.of(Math.ceilDiv(loop.extent(), 2)))
            .apply(derivation.state());
    state = new Rfactor(stage.name(), loop.name() + ".0", 0).apply(state);
    return new Derivation(state, derivation.position());
  }
}
