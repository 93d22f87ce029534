package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A product of operands that are not known at compile time: a panel of the second one is copied
 * into a dense piece of the second-level cache, and rows of the first one into one of the first
 * level, as in Goto and van de Geijn, Anatomy of high-performance matrix multiplication (TOMS
 * 2008).
 *
 * <pre>
 * parallel panels of the owner
 *   panel = B[all k, columns of the panel]
 *   for blocks of rows
 *     rows = A[block, all k]
 *     for register tiles of the panel: as in {@link TiledReduction}
 * </pre>
 */
final class PackedProduct implements ReductionTemplate {
  /** Bytes of rows that are worth a copy. */
  private static final double MOST_ROW_BYTES = 128 << 10;

  private final CpuTarget target;

  PackedProduct(CpuTarget target) {
    this.target = target;
  }

  @Override
  public boolean apply(Draft draft, ReductionStage stage) {
    Compute op = draft.stage(stage.name()).op();
    List<Read> reads = Read.of(op, draft.state().dag());
    Optional<RegisterTile> chosen =
        new TileChooser(op, TileChooser.Lanes.CONTIGUOUS, draft.state().dag(), target).choose();
    Optional<Buffer> panel = chosen.flatMap(tile -> OperandCopies.panel(op, reads, tile));
    if (panel.isEmpty()) {
      return false;
    }
    RegisterTile tile = chosen.orElseThrow();
    ReductionStage.Tiled tiled = stage.withOwner(draft);
    TileNest.Owner loops = TileNest.split(draft, tiled.owner(), op, tile, tilesOfPanel(op, tile));
    String rowLoop = loops.outer().getLast();
    List<String> overTiles = new ArrayList<>(loops.outer());
    overTiles.add(overTiles.size() - 1, loops.vector().get(0));
    overTiles.add(loops.vector().get(1));
    TileNest.order(draft, tiled.owner(), overTiles, loops.inner());
    double work = AccessAnalysis.spatialExtent(op) * AccessAnalysis.reduceExtent(op);
    List<String> spread =
        OuterLoops.parallelise(draft, tiled.owner(), overTiles, overTiles.size() - 2, work, target);
    draft.apply(new ComputeAt(tiled.reduction(), tiled.owner(), spread.getLast()));
    String panelLoop = spread.get(spread.size() - 3);
    copy(draft, panel.get(), tiled, panelLoop, tile);
    rowOperand(op, reads, tile).ifPresent(rows -> copy(draft, rows, tiled, rowLoop, tile));
    List<String> reduced = op.reduceAxes().stream().map(Var::name).toList();
    TileNest.reduce(draft, tiled.reduction(), op, tile, reduced);
    return true;
  }

  private static void copy(
      Draft draft, Buffer operand, ReductionStage.Tiled tiled, String loop, RegisterTile tile) {
    OperandCopies.Place place = new OperandCopies.Place(tiled.owner(), loop);
    draft.attempt(() -> OperandCopies.copy(draft, operand, tiled.reduction(), place, tile.lanes()));
  }

  /** Register tiles side by side whose columns fill half of the second-level cache. */
  private long tilesOfPanel(Compute op, RegisterTile tile) {
    long width = op.axes().get(tile.vectorAxis()).extent();
    double tileBytes = tile.width() * AccessAnalysis.reduceExtent(op) * Float.BYTES;
    long fitting = (long) Math.max(1, target.l2Bytes() / 2.0 / tileBytes);
    long all = Math.max(1, width / tile.width());
    return Divisors.largest(all, Math.min(fitting, Math.max(1, all / target.threads())));
  }

  /** The operand whose rows are read for all columns, if a block of rows is small. */
  private static Optional<Buffer> rowOperand(Compute op, List<Read> reads, RegisterTile tile) {
    double bytes = tile.rows() * AccessAnalysis.reduceExtent(op) * Float.BYTES;
    Optional<OperandCopies.Rows> rows = OperandCopies.rows(op, reads, tile);
    return bytes <= MOST_ROW_BYTES ? rows.map(OperandCopies.Rows::operand) : Optional.empty();
  }
}
