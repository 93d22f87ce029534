package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.Compute;
import dev.tilewright.graph.schedule.Read.Motion;
import java.util.ArrayList;
import java.util.List;

/**
 * Vectors along a reduction axis: each lane reduces its part, then the lanes are reduced. For
 * reductions over the innermost axis and products with a transposed operand.
 *
 * <pre>
 * parallel tiles of the owner
 *   for k.0: partial[rows, lane] += …      rows written out
 *   for lane: reduction[rows] += partial[rows, lane]
 * </pre>
 */
final class LaneReduction implements ReductionTemplate {
  /** Accumulators that hide the latency of one. */
  private static final long ENOUGH_ACCUMULATORS = 4;

  /** Results that are computed side by side at most. */
  private static final long MOST_ROWS = 8;

  private final CpuTarget target;

  LaneReduction(CpuTarget target) {
    this.target = target;
  }

  @Override
  public boolean apply(Draft draft, ReductionStage stage) {
    Compute op = draft.stage(stage.name()).op();
    List<Read> reads = Read.of(op, draft.state().dag());
    int bits = op.outputs().getFirst().dtype().bits();
    long lanes = target.lanes(bits);
    int along = contiguousAxis(op, reads, lanes);
    if (along < 0) {
      return false;
    }
    long rows = rows(op);
    long width = rows >= ENOUGH_ACCUMULATORS ? lanes : lanes * ENOUGH_ACCUMULATORS;
    Var axis = op.reduceAxes().get(along);
    while (width > lanes && axis.extent() % width != 0) {
      width /= 2;
    }
    List<String> parts = draft.split(stage.name(), axis.name(), width);
    draft.apply(new Rfactor(stage.name(), parts.get(1), op.axes().size()));
    String partial = partialStage(draft, stage.name());
    String owner = stage.reader().orElse(stage.name());
    String attach = tileOwner(draft, op, owner, rows);
    if (stage.reader().isPresent()) {
      draft.apply(new ComputeAt(stage.name(), owner, attach));
    }
    if (!attach.isEmpty()) {
      draft.apply(new ComputeAt(partial, owner, attach));
    }
    schedulePartial(draft, partial, op, parts.get(1));
    return true;
  }

  /** The reduction axis that all reads that move with it move along by one element; -1 for none. */
  private static int contiguousAxis(Compute op, List<Read> reads, long lanes) {
    for (int axis = op.reduceAxes().size() - 1; axis >= 0; axis--) {
      Var var = op.reduceAxes().get(axis);
      boolean fits =
          reads.stream()
              .map(read -> read.motion(var, lanes))
              .allMatch(motion -> motion == Motion.STILL || motion == Motion.CONTIGUOUS);
      if (fits && var.extent() >= lanes) {
        return axis;
      }
    }
    return -1;
  }

  /** Results that are computed side by side: a divisor of the last axis. */
  private static long rows(Compute op) {
    if (op.axes().isEmpty()) {
      return 1;
    }
    return Divisors.largest(op.axes().getLast().extent(), MOST_ROWS);
  }

  private static String partialStage(Draft draft, String stage) {
    int place = draft.state().stages().indexOf(draft.stage(stage));
    return draft.state().stages().get(place - 1).name();
  }

  private String tileOwner(Draft draft, Compute op, String owner, long rows) {
    List<String> loops =
        new ArrayList<>(draft.stage(owner).iters().stream().map(Iter::name).toList());
    int spatial = op.axes().size();
    if (spatial == 0) {
      return "";
    }
    List<String> last = draft.split(owner, loops.get(spatial - 1), rows);
    List<String> outer = new ArrayList<>(loops.subList(0, spatial - 1));
    outer.add(last.getFirst());
    double work = AccessAnalysis.spatialExtent(op) * AccessAnalysis.reduceExtent(op);
    return OuterLoops.parallelise(draft, owner, outer, outer.size(), work, target).getLast();
  }

  private static void schedulePartial(Draft draft, String partial, Compute op, String lane) {
    List<String> outer = new ArrayList<>();
    List<String> reduced = new ArrayList<>();
    for (Iter iter : draft.stage(partial).iters()) {
      if (iter.kind() == Iter.Kind.REDUCE) {
        reduced.add(iter.name());
      } else if (!iter.name().equals(lane)) {
        outer.add(iter.name());
      }
    }
    List<String> order = new ArrayList<>(outer);
    if (!order.isEmpty()) {
      order.removeLast();
    }
    order.addAll(reduced);
    if (!outer.isEmpty()) {
      order.add(outer.getLast());
    }
    order.add(lane);
    draft.reorder(partial, order);
    draft.annotate(partial, lane, ForKind.VECTORIZED);
    boolean attached = !outer.isEmpty() && draft.extent(partial, outer.getLast()) <= MOST_ROWS;
    if (attached) {
      draft.annotate(partial, outer.getLast(), ForKind.UNROLLED);
    }
  }
}
