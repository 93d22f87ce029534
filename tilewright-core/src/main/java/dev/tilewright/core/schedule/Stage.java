package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One computation of a schedule state with its loops.
 *
 * @param op what is computed; {@code op.name()} is the stage's name
 * @param loads what {@code op} loads, wherever it stands, each element once
 * @param iters the loops, outermost first
 * @param bindings one for each spatial axis, then each reduction axis of {@code op}, in order
 * @param guards conditions, beside those on the axes, under which a point of the loops is executed
 * @param changes how the loops came about, from one plain loop an axis
 * @param placement where it is computed
 * @param autoUnrollMaxStep inner loops are unrolled while the body stays within this many
 *     statements; 0 for none
 * @param alignment padding of its storage
 */
public record Stage(
    Compute op,
    List<Expr.Load> loads,
    List<Iter> iters,
    List<AxisBinding> bindings,
    List<LoopGuard> guards,
    List<LoopChange> changes,
    Placement placement,
    long autoUnrollMaxStep,
    StorageAlignment alignment) {
  public Stage {
    loads = List.copyOf(loads);
    iters = List.copyOf(iters);
    bindings = List.copyOf(bindings);
    guards = List.copyOf(guards);
    changes = List.copyOf(changes);
  }

  public String name() {
    return op.name();
  }

  /** True if the threads of a block share what the stage writes, when it is attached. */
  public boolean isShared() {
    return op.outputs().getFirst().scope() == Buffer.Scope.SHARED;
  }

  /** True if the threads of a block reduce together: a reduction loop is bound to them. */
  public boolean reducesAcrossThreads() {
    return iters.stream().anyMatch(iter -> iter.kind() == Iter.Kind.REDUCE && iter.isOfBlock());
  }

  /** True if it reads what the operation writes. */
  public boolean reads(Compute producer) {
    return loads.stream().anyMatch(load -> producer.outputs().contains(load.buffer()));
  }

  public Optional<Iter> findIter(String iterName) {
    return iters.stream().filter(iter -> iter.name().equals(iterName)).findFirst();
  }

  /** Position of a loop, 0 for the outermost; -1 if there is no such loop. */
  public int position(String iterName) {
    for (int i = 0; i < iters.size(); i++) {
      if (iters.get(i).name().equals(iterName)) {
        return i;
      }
    }
    return -1;
  }

  /** A stage at root with one loop an axis over the whole axis. */
  public static Stage plain(Compute op) {
    Stage empty =
        new Stage(
            op,
            DistinctLoads.of(op),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Placement.ROOT,
            0,
            StorageAlignment.NONE);
    return LoopNest.derive(empty, wholeRegions(op), List.of());
  }

  /** The stage with one more change to its loops. */
  public Stage withChange(LoopChange change) {
    List<LoopChange> all = new ArrayList<>(changes);
    all.add(change);
    return LoopNest.derive(this, regions(), all);
  }

  /** The stage at another place; at root it covers everything, attached what is inferred later. */
  public Stage withPlacement(Placement newPlacement) {
    Stage moved =
        new Stage(
            op,
            loads,
            iters,
            bindings,
            guards,
            changes,
            newPlacement,
            autoUnrollMaxStep,
            alignment);
    return newPlacement instanceof Placement.Root ? moved.withRegions(wholeRegions(op)) : moved;
  }

  /** The stage computing something else over the same axes. */
  public Stage withOp(Compute newOp) {
    return new Stage(
        newOp,
        DistinctLoads.of(newOp),
        iters,
        bindings,
        guards,
        changes,
        placement,
        autoUnrollMaxStep,
        alignment);
  }

  public Stage withAutoUnrollMaxStep(long steps) {
    return new Stage(op, loads, iters, bindings, guards, changes, placement, steps, alignment);
  }

  public Stage withAlignment(StorageAlignment newAlignment) {
    return new Stage(
        op, loads, iters, bindings, guards, changes, placement, autoUnrollMaxStep, newAlignment);
  }

  /** The stage covering other parts of its axes, its loops derived again. */
  Stage withRegions(List<AxisRegion> regions) {
    return regions.equals(regions()) ? this : LoopNest.derive(this, regions, changes);
  }

  private List<AxisRegion> regions() {
    return bindings.stream()
        .map(binding -> new AxisRegion(binding.base(), binding.extent()))
        .toList();
  }

  private static List<AxisRegion> wholeRegions(Compute op) {
    List<AxisRegion> regions = new ArrayList<>();
    for (Var axis : LoopNest.axes(op)) {
      regions.add(AxisRegion.whole(axis));
    }
    return regions;
  }
}
