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
 * loop, split into vectors; the outer loops run in parallel.
 */
final class PointwiseStage {
  /** Vectors in a row at most before the outer loops advance. */
  private static final long LONGEST_ROW = 32;

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
    int pieces = axesInOnePiece(op, Read.of(op, draft.state().dag()));
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
