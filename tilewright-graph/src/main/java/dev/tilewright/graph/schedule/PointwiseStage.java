package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;

/**
 * A pointwise stage at root: the inner axes that all accesses run through in one piece become one
 * loop, split into vectors; the outer loops run in parallel. A transposition runs in squares.
 */
final class PointwiseStage {
  /** Vectors in a row at most before the outer loops advance. */
  private static final long LONGEST_ROW = 32;

  /** Rows of a square that is read across. */
  private static final long SQUARE = 16;

  private final CpuTarget target;

  PointwiseStage(CpuTarget target) {
    this.target = target;
  }

  void apply(Draft draft, String name) {
    Stage stage = draft.stage(name);
    Compute op = stage.op();
    List<String> loops = stage.iters().stream().map(Iter::name).toList();
    if (loops.isEmpty()) {
      return;
    }
    List<Read> reads = Read.of(op, draft.state().dag());
    int across = axisAcross(op, reads);
    long width = lanes(op.axes().getLast().extent(), op.outputs().getFirst().dtype().bits());
    if (across >= 0 && width > 1) {
      applyInSquares(draft, name, op, across, width);
      return;
    }
    int pieces = axesInOnePiece(op, reads);
    String row = draft.fuse(name, loops.subList(loops.size() - pieces, loops.size()));
    long extent = draft.extent(name, row);
    long lanes = lanes(extent, op.outputs().getFirst().dtype().bits());
    List<String> outer = new ArrayList<>(loops.subList(0, loops.size() - pieces));
    if (lanes > 1) {
      long vectors = Divisors.largest(extent / lanes, LONGEST_ROW);
      List<String> parts = draft.split(name, row, vectors, lanes);
      draft.annotate(name, parts.get(2), ForKind.VECTORIZED);
      outer.add(parts.getFirst());
    } else {
      outer.add(row);
    }
    double work = AccessAnalysis.spatialExtent(op);
    OuterLoops.parallelise(draft, name, outer, outer.size(), work, target);
  }

  /**
   * The axis along which some read is contiguous that is not so along the last one; -1 for none.
   */
  private static int axisAcross(Compute op, List<Read> reads) {
    Var last = op.axes().getLast();
    for (Read read : reads) {
      long step = read.stride(last);
      for (int axis = 0; axis < op.axes().size() - 1; axis++) {
        boolean contiguous = read.stride(op.axes().get(axis)) == 1;
        if (step > 1 && contiguous && op.axes().get(axis).extent() > 1) {
          return axis;
        }
      }
    }
    return -1;
  }

  /**
   * Squares of the last axis and the one across it, so that the lines of both stay in the cache.
   */
  private void applyInSquares(Draft draft, String name, Compute op, int across, long lanes) {
    List<String> outer =
        new ArrayList<>(draft.stage(name).iters().stream().map(Iter::name).toList());
    List<String> columns = draft.split(name, outer.removeLast(), lanes);
    List<String> rows = draft.split(name, outer.get(across), SQUARE);
    outer.set(across, rows.get(0));
    outer.add(columns.get(0));
    List<String> order = new ArrayList<>(outer);
    order.addAll(List.of(rows.get(1), columns.get(1)));
    draft.reorder(name, order);
    draft.annotate(name, columns.get(1), ForKind.VECTORIZED);
    double work = AccessAnalysis.spatialExtent(op);
    OuterLoops.parallelise(draft, name, outer, outer.size(), work, target);
  }

  /** The number of innermost axes, at least one, through which every read and the write run. */
  private static int axesInOnePiece(Compute op, List<Read> reads) {
    int pieces = 1;
    long block = op.axes().getLast().extent();
    while (pieces < op.axes().size()) {
      Var inner = op.axes().getLast();
      Var next = op.axes().get(op.axes().size() - 1 - pieces);
      long step = block;
      boolean continues =
          reads.stream()
              .allMatch(
                  read ->
                      !read.uses(next) && !read.uses(inner)
                          || read.stride(next) == step * read.stride(inner)
                              && read.stride(inner) != 0);
      if (!continues) {
        break;
      }
      block *= next.extent();
      pieces++;
    }
    return pieces;
  }

  private long lanes(long extent, int bits) {
    long widest = target.lanes(bits);
    for (long lanes = widest; lanes >= Math.max(2, widest / 4); lanes /= 2) {
      if (extent % lanes == 0) {
        return lanes;
      }
    }
    return extent >= widest ? widest : extent >= 4 ? extent : 1;
  }
}
