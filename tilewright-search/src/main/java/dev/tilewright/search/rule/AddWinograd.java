package dev.tilewright.search.rule;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Winograd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes a 3×3 convolution by one of Winograd's algorithms. The elements of a transformed tile
 * are written out next to each other, so that they share what they have in common, for a few
 * channels at a time, whose number stays open:
 *
 * <pre>
 * for p, c.0: unrolled xi: c.1: T_data
 * for n, y.0, x.0, f.0: unrolled y.1, x.1: f.1: T, in its elementwise consumer if there is one
 * </pre>
 *
 * The sums over channels between them are a batch of matrix products, which the rules visit next.
 */
final class AddWinograd implements SketchRule {
  private final List<Integer> tiles;

  AddWinograd(WinogradOption option) {
    this.tiles = option.tiles();
  }

  @Override
  public List<Derivation> apply(Derivation derivation) {
    return tiles.stream().flatMap(tile -> derive(derivation, tile).stream()).toList();
  }

  private static Optional<Derivation> derive(Derivation derivation, int tile) {
    Stage stage = derivation.stage();
    if (!stage.op().isReduction()) {
      return Optional.empty();
    }
    try {
      ScheduleState state = new Winograd(stage.name(), tile).apply(derivation.state());
      return savesProducts(derivation.state(), state)
          ? Optional.of(writeOutTiles(derivation.visit(state, stage.name()), tile))
          : Optional.empty();
    } catch (StepRefusedException notSuchAConvolution) {
      return Optional.empty();
    }
  }

  /** Tiles that lie mostly outside of a small result cost more than the definition. */
  private static boolean savesProducts(ScheduleState direct, ScheduleState winograd) {
    return products(winograd) < products(direct);
  }

  private static double products(ScheduleState state) {
    return state.stages().stream()
        .map(Stage::op)
        .filter(op -> op.isReduction())
        .mapToDouble(
            op -> (double) StageFacts.points(op.axes()) * StageFacts.points(op.reduceAxes()))
        .sum();
  }

  /** The stages of the visited convolution; its products are visited next. */
  private static Derivation writeOutTiles(Derivation results, int tile) {
    ScheduleState state = results.state();
    Stage product = state.stages().get(results.position() - 1);
    Stage data = state.stages().get(results.position() - 2);
    Stage owner = results.stage();
    Optional<Stage> consumer = StageFacts.elementwiseConsumer(state, owner);
    if (consumer.isPresent()) {
      state = new ComputeInline(owner.name()).apply(state);
      owner = state.findStage(consumer.get().name()).orElseThrow();
    }
    state = writeOutResults(state, owner, tile);
    state = writeOutData(state, data);
    return results.visit(state, product.name());
  }

  private static ScheduleState writeOutData(ScheduleState state, Stage stage) {
    String xi = loop(stage, 0);
    ScheduleState split = openLanes(state, stage);
    return unrollInside(split, stage, List.of(xi));
  }

  private static ScheduleState writeOutResults(ScheduleState state, Stage stage, int tile) {
    ScheduleState split = state;
    List<String> unrolled = new ArrayList<>();
    for (int axis = 1; axis <= 2; axis++) {
      if (stage.iters().get(axis).extent() > 1) {
        String loop = loop(stage, axis);
        split = new Split(stage.name(), loop, List.of((long) tile)).apply(split);
        unrolled.add(loop + ".1");
      }
    }
    return unrollInside(openLanes(split, stage), stage, unrolled);
  }

  /** Leaves open how many points of the last axis, of channels, are computed at a time. */
  private static ScheduleState openLanes(ScheduleState state, Stage stage) {
    Var channels = stage.op().axes().getLast();
    return channels.extent() > 1
        ? new Split(stage.name(), channels.name(), List.of(1L)).apply(state)
        : state;
  }

  /** Unrolls loops inside of all others but that of the lanes. */
  private static ScheduleState unrollInside(
      ScheduleState state, Stage stage, List<String> unrolled) {
    List<String> order = new ArrayList<>();
    String lanes = stage.op().axes().getLast().name() + ".1";
    boolean hasLanes = false;
    for (var iter : state.findStage(stage.name()).orElseThrow().iters()) {
      hasLanes |= iter.name().equals(lanes);
      if (!iter.name().equals(lanes) && !unrolled.contains(iter.name())) {
        order.add(iter.name());
      }
    }
    order.addAll(unrolled);
    if (hasLanes) {
      order.add(lanes);
    }
    ScheduleState result = new Reorder(stage.name(), order).apply(state);
    for (String loop : unrolled) {
      result = new Annotate(stage.name(), loop, ForKind.UNROLLED).apply(result);
    }
    return result;
  }

  private static String loop(Stage stage, int axis) {
    return stage.iters().get(axis).name();
  }
}
