package dev.tilewright.search.rule;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Winograd;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Computes a 3×3 convolution by one of Winograd's algorithms. A tile is transformed for a few
 * channels at a time, whose number stays open; its rows, which lie in local memory, just before its
 * columns. What one application of a matrix gives is written out, so that it shares what it has in
 * common; the applications of a tile stay a loop, since all of them would be a lot of code:
 *
 * <pre>
 * for n, r, s, c.0:
 *   for j: unrolled a: c: T_data_rows
 *   for xi.0: unrolled xi.1: c.1: T_data
 * for n, y.0, x.0, f.0:
 *   for b: unrolled u: f: T_rows
 *   for y.1: unrolled x.1: f.1: T, in its elementwise consumer if there is one
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
          ? Optional.of(transformTiles(derivation.visit(state, stage.name()), tile))
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
  private static Derivation transformTiles(Derivation results, int tile) {
    ScheduleState state = results.state();
    List<Stage> stages = state.stages().subList(0, results.position()).reversed();
    Stage rows = stages.get(0);
    Stage product = stages.get(1);
    Stage data = stages.get(2);
    Stage dataRows = stages.get(3);
    Stage owner = results.stage();
    Optional<Stage> consumer = StageFacts.elementwiseConsumer(state, owner);
    if (consumer.isPresent()) {
      state = new ComputeInline(owner.name()).apply(state);
      owner = state.findStage(consumer.get().name()).orElseThrow();
    }
    state = transformResults(state, owner, rows, tile);
    state = transformData(state, data, dataRows, tile);
    return results.visit(state, product.name());
  }

  private static ScheduleState transformData(
      ScheduleState state, Stage data, Stage dataRows, int tile) {
    String xi = loop(data, 0);
    ScheduleState split = new Split(data.name(), xi, List.of(tile + 2L)).apply(state);
    ScheduleState columns = writeOut(openLanes(split, data), data, List.of(xi + ".0", xi + ".1"));
    return attachRows(columns, dataRows, data, 2);
  }

  private static ScheduleState transformResults(
      ScheduleState state, Stage owner, Stage rows, int tile) {
    ScheduleState split = state;
    List<String> ofTile = new ArrayList<>();
    for (int axis = 1; axis <= 2; axis++) {
      if (owner.iters().get(axis).extent() > 1) {
        String loop = loop(owner, axis);
        split = new Split(owner.name(), loop, List.of((long) tile)).apply(split);
        ofTile.add(loop + ".1");
      }
    }
    return attachRows(writeOut(openLanes(split, owner), owner, ofTile), rows, owner, ofTile.size());
  }

  /** Leaves open how many points of the last axis, of channels, are computed at a time. */
  private static ScheduleState openLanes(ScheduleState state, Stage stage) {
    Var channels = stage.op().axes().getLast();
    return channels.extent() > 1
        ? new Split(stage.name(), channels.name(), List.of(1L)).apply(state)
        : state;
  }

  /** Computes the rows of a tile where the columns of one begin. */
  private static ScheduleState attachRows(
      ScheduleState state, Stage rows, Stage columns, int tileLoops) {
    List<Iter> loops = state.findStage(columns.name()).orElseThrow().iters();
    Iter outside = loops.get(loops.size() - 2 - tileLoops);
    ScheduleState attached =
        new ComputeAt(rows.name(), columns.name(), outside.name()).apply(state);
    return writeOut(attached, rows, List.of(loop(rows, 4), loop(rows, 0)));
  }

  /** Moves the loops of a tile inside of all others but the lanes, and unrolls the last of them. */
  private static ScheduleState writeOut(ScheduleState state, Stage stage, List<String> ofTile) {
    List<String> order =
        new ArrayList<>(
            state.findStage(stage.name()).orElseThrow().iters().stream().map(Iter::name).toList());
    order.removeAll(ofTile);
    order.addAll(order.size() - 1, ofTile);
    ScheduleState ordered = new Reorder(stage.name(), order).apply(state);
    return new Annotate(stage.name(), ofTile.getLast(), ForKind.UNROLLED).apply(ordered);
  }

  private static String loop(Stage stage, int axis) {
    return stage.iters().get(axis).name();
  }
}
