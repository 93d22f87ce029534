package dev.tilewright.graph.schedule;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops of a register tile, in the reduction that accumulates it and in the stage that owns it.
 */
final class TileNest {
  /** Statements of the innermost loop body that are still worth writing out. */
  private static final long LARGEST_BODY = 48;

  private TileNest() {}

  /**
   * The loops of an owner after tiling.
   *
   * @param outer loops over tiles, without those along the vector axis, outermost first
   * @param vector loops over blocks along the vector axis, outermost first
   * @param inner loops in a tile: rows, vectors, lanes
   */
  record Owner(List<String> outer, List<String> vector, List<String> inner) {}

  /**
   * Splits the loops of an owner and annotates those in a tile; {@link #order} puts them in order.
   *
   * @param blocks tiles side by side along the vector axis that belong together
   */
  static Owner split(Draft draft, String owner, Compute op, RegisterTile tile, long blocks) {
    List<String> outer = new ArrayList<>();
    List<String> inner = new ArrayList<>();
    List<String> names = draft.stage(owner).op().axes().stream().map(Var::name).toList();
    for (int axis = 0; axis < op.axes().size(); axis++) {
      if (axis == tile.rowAxis()) {
        List<String> rows = draft.split(owner, names.get(axis), tile.rows());
        outer.add(rows.get(0));
        inner.add(rows.get(1));
      } else if (axis != tile.vectorAxis()) {
        outer.add(names.get(axis));
      }
    }
    String vectorAxis = names.get(tile.vectorAxis());
    List<String> vector = draft.split(owner, vectorAxis, blocks, tile.vectors(), tile.lanes());
    inner.addAll(vector.subList(2, 4));
    return new Owner(outer, vector.subList(0, 2), inner);
  }

  /**
   * Puts the loops over tiles in an order, those of a tile behind them, and annotates the latter.
   */
  static void order(Draft draft, String owner, List<String> overTiles, List<String> inner) {
    List<String> order = new ArrayList<>(overTiles);
    order.addAll(inner);
    draft.reorder(owner, order);
    annotate(draft, owner, inner);
  }

  /**
   * Orders the loops of a reduction that is computed for one tile: reduction axes, rows, vectors,
   * lanes. All but the reduction are written out, and of that the innermost loops if they are
   * short.
   *
   * @param reduced the reduction loops, outermost first
   */
  static void reduce(
      Draft draft, String reduction, Compute op, RegisterTile tile, List<String> reduced) {
    String vectorAxis = op.axes().get(tile.vectorAxis()).name();
    List<String> vector = draft.split(reduction, vectorAxis, tile.lanes());
    List<String> order = new ArrayList<>();
    List<String> inner = new ArrayList<>();
    for (int axis = 0; axis < op.axes().size(); axis++) {
      if (axis == tile.rowAxis()) {
        inner.add(op.axes().get(axis).name());
      } else if (axis != tile.vectorAxis()) {
        order.add(op.axes().get(axis).name());
      }
    }
    inner.addAll(vector);
    order.addAll(reduced);
    order.addAll(inner);
    draft.reorder(reduction, order);
    annotate(draft, reduction, inner);
    unrollShortLoops(draft, reduction, reduced, tile.accumulators());
  }

  private static void annotate(Draft draft, String stage, List<String> inner) {
    inner
        .subList(0, inner.size() - 1)
        .forEach(loop -> draft.annotate(stage, loop, ForKind.UNROLLED));
    draft.annotate(stage, inner.getLast(), ForKind.VECTORIZED);
  }

  private static void unrollShortLoops(
      Draft draft, String reduction, List<String> reduced, long statements) {
    long body = statements;
    for (String loop : reduced.reversed()) {
      body *= Math.max(1, draft.extent(reduction, loop));
      if (body > LARGEST_BODY) {
        return;
      }
      draft.annotate(reduction, loop, ForKind.UNROLLED);
    }
  }
}
