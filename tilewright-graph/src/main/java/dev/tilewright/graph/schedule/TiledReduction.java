package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Vectors along a spatial axis: a block of results is accumulated in registers over the whole
 * reduction and handed to the reader. For products of matrices, convolutions, pooling, and
 * reductions over outer axes.
 *
 * <pre>
 * parallel tiles of the owner
 *   reduction[rows, vectors, lanes] = 0
 *   for reduction axes: reduction[…] += …      rows and vectors written out
 *   owner[tile] = f(reduction[…])
 * </pre>
 *
 * Constant operands are stored in the order in which tiles read them.
 */
final class TiledReduction implements ReductionTemplate {
  /** Elements of a row that are copied at a time. */
  private static final long ROW_BLOCK = 256;

  private final TileChooser.Lanes lanes;
  private final CpuTarget target;

  TiledReduction(TileChooser.Lanes lanes, CpuTarget target) {
    this.lanes = lanes;
    this.target = target;
  }

  @Override
  public boolean apply(Draft draft, ReductionStage stage) {
    Compute op = draft.stage(stage.name()).op();
    Optional<RegisterTile> chosen =
        new TileChooser(op, lanes, draft.state().dag(), target).choose();
    if (chosen.isEmpty()) {
      return false;
    }
    RegisterTile tile = chosen.get();
    List<Read> reads = Read.of(op, draft.state().dag());
    OperandLayout.of(op, reads, tile)
        .forEach((buffer, layout) -> draft.apply(new RewriteLayout(buffer.name(), layout)));
    ReductionStage.Tiled tiled = stage.withOwner(draft);
    TileNest.Owner loops = TileNest.split(draft, tiled.owner(), op, tile, 1);
    List<String> overTiles = new ArrayList<>(loops.outer());
    overTiles.addAll(placeOfVectorLoop(op, reads, tile, overTiles.size()), loops.vector());
    TileNest.order(draft, tiled.owner(), overTiles, loops.inner());
    double work = AccessAnalysis.spatialExtent(op) * AccessAnalysis.reduceExtent(op);
    List<String> spread =
        OuterLoops.parallelise(draft, tiled.owner(), overTiles, overTiles.size(), work, target);
    draft.apply(new ComputeAt(tiled.reduction(), tiled.owner(), spread.getLast()));
    reduce(draft, tiled.reduction(), op, tile, OperandCopies.rows(op, reads, tile));
    return true;
  }

  /**
   * Where the loop over blocks of the vector axis stands: outside, so that its part of a large
   * operand stays in the cache, or inside, if all of it does.
   */
  private int placeOfVectorLoop(Compute op, List<Read> reads, RegisterTile tile, int loops) {
    Var axis = op.axes().get(tile.vectorAxis());
    double bytes =
        reads.stream()
            .filter(read -> read.uses(axis))
            .mapToDouble(read -> read.buffer().bytes())
            .max()
            .orElse(0);
    return bytes > target.l2Bytes() / 2.0 ? 0 : loops;
  }

  /** Reduces a tile; rows that evict each other from the cache are copied, a block at a time. */
  private static void reduce(
      Draft draft,
      String reduction,
      Compute op,
      RegisterTile tile,
      Optional<OperandCopies.Rows> rows) {
    List<String> reduced = new ArrayList<>();
    op.reduceAxes().forEach(axis -> reduced.add(axis.name()));
    if (rows.isEmpty()) {
      TileNest.reduce(draft, reduction, op, tile, reduced);
      return;
    }
    Var axis = rows.get().axis();
    List<String> parts =
        draft.split(reduction, axis.name(), Divisors.largest(axis.extent(), ROW_BLOCK));
    int place = reduced.indexOf(axis.name());
    reduced.remove(place);
    reduced.addAll(place, parts);
    TileNest.reduce(draft, reduction, op, tile, reduced);
    OperandCopies.Place block = new OperandCopies.Place(reduction, parts.getFirst());
    draft.attempt(
        () -> OperandCopies.copy(draft, rows.get().operand(), reduction, block, tile.lanes()));
  }
}
