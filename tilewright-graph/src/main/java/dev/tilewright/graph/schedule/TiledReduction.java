package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import dev.tilewright.graph.schedule.Read.Motion;
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
 * Constant operands are stored in the order in which tiles read them; other operands that tiles
 * read in far steps again and again are copied into such an order once for a row of tiles.
 */
final class TiledReduction implements ReductionTemplate {
  /** Statements of the innermost loop body that are still worth writing out. */
  private static final long LARGEST_BODY = 192;

  private final CpuTarget target;

  TiledReduction(CpuTarget target) {
    this.target = target;
  }

  @Override
  public boolean apply(Draft draft, ReductionStage stage) {
    Compute op = draft.stage(stage.name()).op();
    Optional<RegisterTile> chosen = new TileChooser(op, draft.state().dag(), target).choose();
    if (chosen.isEmpty()) {
      return false;
    }
    RegisterTile tile = chosen.get();
    ReductionStage.Tiled tiled = stage.withOwner(draft);
    List<Read> reads = Read.of(op, draft.state().dag());
    OperandLayout.of(op, reads, tile)
        .forEach((buffer, layout) -> draft.apply(new RewriteLayout(buffer.name(), layout)));
    Optional<Buffer> panel = panel(op, reads, tile);
    String attach = tileOwner(draft, tiled, op, tile, panel);
    draft.apply(new ComputeAt(tiled.reduction(), tiled.owner(), attach));
    scheduleTile(draft, tiled.reduction(), op, tile);
    return true;
  }

  /** Tiles the owner and gives the loop in which a tile of the reduction is computed. */
  private String tileOwner(
      Draft draft,
      ReductionStage.Tiled tiled,
      Compute op,
      RegisterTile tile,
      Optional<Buffer> panel) {
    String owner = tiled.owner();
    List<String> axes = draft.stage(owner).iters().stream().map(Iter::name).toList();
    List<String> vector =
        draft.split(owner, axes.get(tile.vectorAxis()), tile.vectors(), tile.lanes());
    List<String> outer = new ArrayList<>();
    List<String> inner = new ArrayList<>();
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axis == tile.rowAxis()) {
        List<String> rows = draft.split(owner, axes.get(axis), tile.rows());
        outer.add(rows.get(0));
        inner.add(rows.get(1));
      } else if (axis != tile.vectorAxis()) {
        outer.add(axes.get(axis));
      }
    }
    outer.add(placeOfVectorLoop(op, draft, tile, outer.size(), panel), vector.get(0));
    inner.addAll(vector.subList(1, 3));
    List<String> order = new ArrayList<>(outer);
    order.addAll(inner);
    draft.reorder(owner, order);
    inner
        .subList(0, inner.size() - 1)
        .forEach(loop -> draft.annotate(owner, loop, ForKind.UNROLLED));
    draft.annotate(owner, inner.getLast(), ForKind.VECTORIZED);
    return spread(draft, tiled, op, outer, panel);
  }

  private String spread(
      Draft draft,
      ReductionStage.Tiled tiled,
      Compute op,
      List<String> outer,
      Optional<Buffer> panel) {
    double work = AccessAnalysis.spatialExtent(op) * AccessAnalysis.reduceExtent(op);
    if (panel.isEmpty()) {
      return OuterLoops.parallelise(draft, tiled.owner(), outer, work, target);
    }
    List<String> shared = outer.subList(0, outer.size() - 1);
    String parallel = draft.fuse(tiled.owner(), shared);
    if (!shared.isEmpty() && work > 100_000) {
      draft.annotate(tiled.owner(), parallel, ForKind.PARALLEL);
    }
    copyPanel(draft, tiled, panel.get(), parallel);
    return outer.getLast();
  }

  /**
   * Where the loop over blocks of the vector axis stands: outside, so that its part of a large
   * operand stays in the cache, or inside, if all of it does.
   */
  private int placeOfVectorLoop(
      Compute op, Draft draft, RegisterTile tile, int loops, Optional<Buffer> panel) {
    if (panel.isPresent()) {
      return Math.max(0, loops - 1);
    }
    Var axis = op.axes().get(tile.vectorAxis());
    double bytes = 0;
    for (Read read : Read.of(op, draft.state().dag())) {
      if (read.uses(axis)) {
        bytes = Math.max(bytes, read.buffer().bytes());
      }
    }
    return bytes > target.l2Bytes() / 2.0 ? 0 : loops;
  }

  /**
   * The operand that is copied for a row of tiles: not constant, contiguous along the lanes, the
   * same for all rows, and in far steps along the reduction.
   */
  private Optional<Buffer> panel(Compute op, List<Read> reads, RegisterTile tile) {
    if (tile.rowAxis() < 0
        || op.axes().get(tile.rowAxis()).extent() < 4 * tile.rows()
        || tile.rowAxis() != lastOuterAxis(op, tile)) {
      return Optional.empty();
    }
    Var vectorAxis = op.axes().get(tile.vectorAxis());
    Var rowAxis = op.axes().get(tile.rowAxis());
    return reads.stream()
        .filter(read -> !read.constant() && !read.uses(rowAxis))
        .filter(read -> read.motion(vectorAxis, tile.width()) == Motion.CONTIGUOUS)
        .filter(read -> stepsFar(op, read))
        .filter(read -> reads.stream().filter(r -> r.buffer() == read.buffer()).count() == 1)
        .map(Read::buffer)
        .findFirst();
  }

  private boolean stepsFar(Compute op, Read read) {
    return op.reduceAxes().stream()
        .anyMatch(
            axis -> axis.extent() > 8 && read.stride(axis) * read.buffer().dtype().bytes() >= 512);
  }

  private static int lastOuterAxis(Compute op, RegisterTile tile) {
    int last = op.axes().size() - 1;
    return last == tile.vectorAxis() ? last - 1 : last;
  }

  private void copyPanel(Draft draft, ReductionStage.Tiled tiled, Buffer operand, String loop) {
    draft.attempt(
        () -> {
          int before = draft.state().stages().size();
          draft.apply(
              new CacheRead(operand.name(), Buffer.Scope.LOCAL, List.of(tiled.reduction())));
          String copy =
              draft.state().stages().stream()
                  .filter(s -> s.name().startsWith(operand.name() + "_local"))
                  .findFirst()
                  .orElseThrow()
                  .name();
          draft.apply(new ComputeAt(copy, tiled.owner(), loop));
        });
  }

  /** Orders the loops of the reduction in a tile: reduction axes, rows, vectors, lanes. */
  private void scheduleTile(Draft draft, String reduction, Compute op, RegisterTile tile) {
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
    op.reduceAxes().forEach(axis -> order.add(axis.name()));
    inner.add(vector.get(0));
    order.addAll(inner);
    order.add(vector.get(1));
    draft.reorder(reduction, order);
    inner.forEach(loop -> draft.annotate(reduction, loop, ForKind.UNROLLED));
    draft.annotate(reduction, vector.get(1), ForKind.VECTORIZED);
    unrollSmallLoops(draft, reduction, op, tile.accumulators());
  }

  /** Writes out the innermost reduction loops while the body stays small. */
  private void unrollSmallLoops(Draft draft, String reduction, Compute op, long statements) {
    long body = statements;
    for (Var axis : op.reduceAxes().reversed()) {
      body *= Math.max(1, axis.extent());
      if (body > LARGEST_BODY) {
        return;
      }
      draft.annotate(reduction, axis.name(), ForKind.UNROLLED);
    }
  }
}
