package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import java.util.List;

/**
 * Splits a reduction into chunks that are a spatial axis of a stage at root, so that more blocks
 * have work; that stage is visited next, and a second kernel sums the chunks. Not chosen by the
 * number of outputs: whether it pays is for the search to find out.
 */
final class SplitReductionAcrossBlocks implements SketchRule {
  /** A shorter reduction is not worth a second kernel. */
  private static final long LONG_REDUCTION = 64;

  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    boolean applies =
        stage.op().isReduction()
            && stage.changes().isEmpty()
            && stage.placement() instanceof Placement.Root
            && StageFacts.points(stage.op().reduceAxes()) >= LONG_REDUCTION
            && StageFacts.consumers(derivation.state(), stage).stream()
                .noneMatch(consumer -> consumer.op().isReduction());
    if (!applies) {
      return List.of();
    }
    try {
      return List.of(chunks(derivation));
    } catch (StepRefusedException notPossible) {
      return List.of();
    }
  }

  /** Half of the loop stands for the open size of a chunk, so that the rules see long chunks. */
  private static Derivation chunks(Derivation derivation) {
    Stage stage = derivation.stage();
    List<String> reduce = GridSteps.loops(stage, Iter.Kind.REDUCE);
    String k = GridSteps.fusedName(reduce);
    long half = Math.ceilDiv(StageFacts.points(stage.op().reduceAxes()), 2);
    ScheduleState state = GridSteps.fuse(derivation.state(), stage.name(), reduce);
    state = new Split(stage.name(), k, List.of(half)).apply(state);
    state = new Rfactor(stage.name(), k + ".0", 0).apply(state);
    var consumer = StageFacts.elementwiseConsumer(derivation.state(), stage);
    if (consumer.isPresent() && !consumer.get().iters().isEmpty()) {
      String innermost = consumer.get().iters().getLast().name();
      state = new ComputeAt(stage.name(), consumer.get().name(), innermost).apply(state);
    }
    return new Derivation(state, derivation.position());
  }
}
