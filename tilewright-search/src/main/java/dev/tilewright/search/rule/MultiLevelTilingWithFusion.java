package dev.tilewright.search.rule;

import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.FollowSplit;
import dev.tilewright.core.schedule.step.Reorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tiles a reduction and its only, elementwise consumer alike and computes the reduction inside the
 * consumer's tiles; one alternative for each tile level.
 *
 * <pre>
 * for i.0 j.0: for i.1 j.1:            the consumer's tiles
 *   T: for k.0, i.2 j.2, k.1, i.3 j.3  a tile of the reduction
 *   for i.2 j.2: consumer
 * </pre>
 */
final class MultiLevelTilingWithFusion implements SketchRule {
  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    return isPlainReduction(stage)
        ? StageFacts.elementwiseConsumer(derivation.state(), stage)
            .map(consumer -> fuse(derivation, consumer))
            .orElse(List.of())
        : List.of();
  }

  /** True for a reduction at root with untouched loops and more than one output element. */
  static boolean isPlainReduction(Stage stage) {
    return stage.op().isReduction()
        && stage.changes().isEmpty()
        && stage.placement() instanceof Placement.Root
        && !StageFacts.nontrivial(stage.op().axes()).isEmpty();
  }

  /** The alternatives for the visited stage with a given elementwise consumer. */
  static List<Derivation> fuse(Derivation derivation, Stage consumer) {
    Stage stage = derivation.stage();
    TileStructure structure =
        StageFacts.hasReuse(stage.op()) ? TileStructure.REUSE : TileStructure.STREAM;
    Map<String, Integer> splits = new HashMap<>();
    ScheduleState tiled = structure.apply(derivation.state(), stage, splits);
    List<Derivation> alternatives = new ArrayList<>();
    for (int level = 1; level < structure.spatialParts(); level++) {
      alternatives.add(derivation.proceed(attach(tiled, stage, consumer, splits, level)));
    }
    return alternatives;
  }

  /** The stage inside {@code level} levels of tiles of the consumer. */
  private static ScheduleState attach(
      ScheduleState tiled, Stage stage, Stage consumer, Map<String, Integer> splits, int level) {
    ScheduleState state = tiled;
    List<String> outer = new ArrayList<>();
    List<String> inner = new ArrayList<>();
    List<List<String>> parts = new ArrayList<>();
    for (int axis = 0; axis < consumer.iters().size(); axis++) {
      String loop = consumer.iters().get(axis).name();
      Integer source = splits.get(stage.iters().get(axis).name());
      if (source == null) {
        parts.add(List.of(loop));
      } else {
        state = new FollowSplit(consumer.name(), loop, source, level + 1).apply(state);
        parts.add(TileStructure.partNames(loop, level + 1));
      }
    }
    for (int part = 0; part <= level; part++) {
      for (List<String> loops : parts) {
        if (part < loops.size()) {
          (part < level ? outer : inner).add(loops.get(part));
        }
      }
    }
    List<String> order = new ArrayList<>(outer);
    order.addAll(inner);
    return new ComputeAt(stage.name(), consumer.name(), outer.getLast())
        .apply(new Reorder(consumer.name(), order).apply(state));
  }
}
