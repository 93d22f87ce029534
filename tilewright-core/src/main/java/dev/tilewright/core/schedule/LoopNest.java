package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Derives the loops of a stage and the values of its axes from the region that it covers and the
 * list of changes to its plain nest. A loop that keeps name and extent keeps its variable.
 */
final class LoopNest {
  private final Map<String, Var> known = new HashMap<>();
  private final List<String> rootNames = new ArrayList<>();
  private final List<Expansion> expansions = new ArrayList<>();
  private List<Iter> iters = new ArrayList<>();

  /** A loop that is gone, in terms of those that replaced it. */
  private sealed interface Expansion {}

  private record SplitInto(Iter whole, List<Iter> parts) implements Expansion {}

  private record FusedInto(List<Iter> parts, Iter fused) implements Expansion {}

  private LoopNest(Compute op, List<AxisRegion> regions, List<Iter> previous) {
    previous.forEach(iter -> known.put(iter.name(), iter.var()));
    List<String> names = plainNames(op);
    for (int i = 0; i < names.size(); i++) {
      boolean spatial = i < op.axes().size();
      rootNames.add(names.get(i));
      iters.add(
          newIter(
              names.get(i),
              regions.get(i).extent(),
              spatial ? Iter.Kind.SPATIAL : Iter.Kind.REDUCE));
    }
  }

  /**
   * The stage with loops and bindings derived from {@code regions}, one an axis, spatial axes
   * first.
   */
  static Stage derive(Stage stage, List<AxisRegion> regions, List<LoopChange> changes) {
    LoopNest nest = new LoopNest(stage.op(), regions, stage.iters());
    changes.forEach(nest::apply);
    return new Stage(
        stage.op(),
        stage.loads(),
        nest.iters,
        nest.bindings(stage.op(), regions),
        nest.guards(),
        changes,
        stage.placement(),
        stage.autoUnrollMaxStep(),
        stage.alignment());
  }

  /** The spatial axes, then the reduction axes of an operation. */
  static List<Var> axes(Compute op) {
    List<Var> axes = new ArrayList<>(op.axes());
    axes.addAll(op.reduceAxes());
    return axes;
  }

  /** The extents of the loops that a split yields, outermost first. */
  static List<Long> splitExtents(long extent, List<Long> factors) {
    List<Long> extents = new ArrayList<>();
    long left = extent;
    for (long factor : factors.reversed()) {
      long inner = Math.min(factor, Math.max(1, left));
      extents.addFirst(inner);
      left = Math.ceilDiv(left, inner);
    }
    extents.addFirst(left);
    return extents;
  }

  private static List<String> plainNames(Compute op) {
    List<String> names = new ArrayList<>();
    Set<String> used = new HashSet<>();
    for (Var axis : axes(op)) {
      String name = axis.name();
      for (int suffix = 1; !used.add(name); suffix++) {
        name = axis.name() + "_" + suffix;
      }
      names.add(name);
    }
    return names;
  }

  private Iter newIter(String name, long extent, Iter.Kind kind) {
    Var var = known.get(name);
    if (var == null || var.extent() != extent) {
      var = new Var(name, extent);
      known.put(name, var);
    }
    return new Iter(name, var, kind, ForKind.SERIAL);
  }

  private void apply(LoopChange change) {
    switch (change) {
      case LoopChange.Split(String name, List<Long> factors) -> split(position(name), factors);
      case LoopChange.Fuse(List<String> names) -> fuse(position(names.getFirst()), names.size());
      case LoopChange.Reorder(List<String> order) ->
          iters = new ArrayList<>(order.stream().map(name -> iters.get(position(name))).toList());
      case LoopChange.Annotate(String name, ForKind kind) -> {
        int position = position(name);
        iters.set(position, iters.get(position).withAnnotation(kind));
      }
    }
  }

  private void split(int position, List<Long> factors) {
    Iter iter = iters.remove(position);
    List<Long> extents = splitExtents(iter.extent(), factors);
    List<Iter> parts = new ArrayList<>();
    for (int part = 0; part < extents.size(); part++) {
      parts.add(newIter(iter.name() + "." + part, extents.get(part), iter.kind()));
    }
    iters.addAll(position, parts);
    expansions.add(new SplitInto(iter, parts));
  }

  private void fuse(int position, int count) {
    List<Iter> parts = List.copyOf(iters.subList(position, position + count));
    String name = String.join("@", parts.stream().map(Iter::name).toList());
    Iter fused = newIter(name, extent(parts), parts.getFirst().kind());
    iters.subList(position, position + count).clear();
    iters.add(position, fused);
    expansions.add(new FusedInto(parts, fused));
  }

  private int position(String name) {
    for (int i = 0; i < iters.size(); i++) {
      if (iters.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("loop change refers to the unknown loop " + name);
  }

  private List<AxisBinding> bindings(Compute op, List<AxisRegion> regions) {
    Map<String, Index> values = values();
    List<Var> axes = axes(op);
    List<AxisBinding> bindings = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      AxisRegion region = regions.get(i);
      bindings.add(
          new AxisBinding(
              axes.get(i), region.base(), region.extent(), values.get(rootNames.get(i))));
    }
    return bindings;
  }

  /** The value of every loop that is or was, in terms of the loop variables. */
  private Map<String, Index> values() {
    Map<String, Index> values = new HashMap<>();
    iters.forEach(iter -> values.put(iter.name(), Index.of(iter.var())));
    for (Expansion expansion : expansions.reversed()) {
      switch (expansion) {
        case SplitInto(Iter whole, List<Iter> parts) ->
            values.put(whole.name(), joined(parts, values));
        case FusedInto(List<Iter> parts, Iter fused) ->
            takeApart(values.get(fused.name()), parts, values);
      }
    }
    return values;
  }

  /**
   * Where the parts of a split loop run beyond it. The guard on the axis catches that if the loop
   * is an outermost part of what it was split or fused from, and so on up to the axis; otherwise
   * points would be visited twice.
   */
  private List<LoopGuard> guards() {
    Map<String, Index> values = values();
    Map<String, LoopGuard> guards = new LinkedHashMap<>();
    for (Expansion expansion : expansions) {
      if (expansion instanceof SplitInto(Iter iter, List<Iter> parts)
          && extent(parts) > iter.extent()) {
        Iter overrun = whatOverruns(iter);
        if (!rootNames.contains(overrun.name())) {
          guards.put(overrun.name(), new LoopGuard(values.get(overrun.name()), overrun.extent()));
        }
      }
    }
    return List.copyOf(guards.values());
  }

  /** The loop whose extent is left exactly when that of the given loop is. */
  private Iter whatOverruns(Iter iter) {
    for (Expansion expansion : expansions) {
      switch (expansion) {
        case SplitInto(Iter whole, List<Iter> parts) -> {
          if (parts.getFirst() == iter) {
            return whatOverruns(whole);
          }
        }
        case FusedInto(List<Iter> parts, Iter fused) -> {
          if (fused == iter) {
            return whatOverruns(parts.getFirst());
          }
        }
      }
    }
    return iter;
  }

  private static long extent(List<Iter> loops) {
    return loops.stream().mapToLong(Iter::extent).reduce(1, Math::multiplyExact);
  }

  private static Index joined(List<Iter> parts, Map<String, Index> values) {
    Index value = Index.ZERO;
    long stride = 1;
    for (Iter part : parts.reversed()) {
      value = values.get(part.name()).times(stride).plus(value);
      stride = Math.multiplyExact(stride, Math.max(1, part.extent()));
    }
    return value;
  }

  private static void takeApart(Index fused, List<Iter> parts, Map<String, Index> values) {
    long stride = 1;
    for (Iter part : parts.reversed()) {
      long extent = Math.max(1, part.extent());
      Index quotient = fused.floorDiv(stride);
      values.put(part.name(), part == parts.getFirst() ? quotient : quotient.floorMod(extent));
      stride = Math.multiplyExact(stride, extent);
    }
  }
}
