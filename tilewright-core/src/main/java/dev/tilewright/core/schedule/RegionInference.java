package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the region that an attached stage covers: what its consumers read while the loops at and
 * outside the attach point stand still and all others run. The base of a region is affine in the
 * outer loop variables (or in quotients and remainders of them), its extent is constant. Where the
 * two cannot be separated the region is a superset, at worst the whole axis.
 */
final class RegionInference {
  private final Set<Var> outer;
  private final Map<Var, Span> axisSpans = new HashMap<>();

  private RegionInference(Set<Var> outer) {
    this.outer = outer;
  }

  /**
   * The region of each axis of {@code stage}, spatial axes first; reduction axes are covered whole.
   *
   * @param outer the loop variables at and outside the attach point
   * @param consumers the stages that read the stage
   */
  static List<AxisRegion> infer(Stage stage, Set<Var> outer, List<Stage> consumers) {
    List<Optional<Span>> hull = null;
    for (Stage consumer : consumers) {
      RegionInference inference = new RegionInference(outer);
      consumer.bindings().forEach(inference::addAxis);
      for (Expr.Load load : consumer.loads()) {
        if (stage.op().outputs().contains(load.buffer())) {
          List<Optional<Span>> spans = load.indices().stream().map(inference::span).toList();
          hull = hull == null ? spans : hull(hull, spans);
        }
      }
    }
    List<AxisRegion> regions = new ArrayList<>();
    List<Var> axes = LoopNest.axes(stage.op());
    for (int i = 0; i < axes.size(); i++) {
      boolean read = hull != null && i < hull.size();
      regions.add(region(axes.get(i), read ? hull.get(i) : Optional.empty()));
    }
    return regions;
  }

  private static List<Optional<Span>> hull(List<Optional<Span>> a, List<Optional<Span>> b) {
    List<Optional<Span>> hull = new ArrayList<>();
    for (int i = 0; i < a.size(); i++) {
      Optional<Span> other = b.get(i);
      hull.add(a.get(i).flatMap(span -> other.flatMap(span::hull)));
    }
    return hull;
  }

  private static AxisRegion region(Var axis, Optional<Span> span) {
    if (span.isEmpty()) {
      return AxisRegion.whole(axis);
    }
    Span clipped = span.get().clip(axis.extent());
    long extent = clipped.high() - clipped.low() + 1;
    return extent >= axis.extent()
        ? AxisRegion.whole(axis)
        : new AxisRegion(clipped.outer().plus(clipped.low()).toIndex(), extent);
  }

  /** Guards keep an axis and its offset inside their extents, whatever the loops would give. */
  private void addAxis(AxisBinding binding) {
    Optional<Span> offset = span(binding.offset()).map(span -> span.clip(binding.extent()));
    span(binding.base())
        .flatMap(base -> offset.map(base::plus))
        .ifPresent(value -> axisSpans.put(binding.axis(), value.clip(binding.axis().extent())));
  }

  private Optional<Span> span(Index index) {
    return switch (index) {
      case Index.Const(long value) -> Optional.of(Span.between(value, value));
      case Index.Ref(Var var) -> Optional.of(ofVariable(var));
      case Index.Add(Index left, Index right) -> span(left).flatMap(a -> span(right).map(a::plus));
      case Index.Mul(Index value, long factor) -> span(value).map(span -> span.times(factor));
      case Index.FloorDiv(Index value, long d) -> span(value).map(span -> span.floorDiv(d));
      case Index.FloorMod(Index value, long d) -> span(value).map(span -> span.floorMod(d));
      case Index.Min(Index left, Index right) ->
          span(left).flatMap(a -> span(right).flatMap(a::min));
      case Index.Max(Index left, Index right) ->
          span(left).flatMap(a -> span(right).flatMap(a::max));
      case Index.FromExpr gathered -> Optional.empty();
    };
  }

  private Span ofVariable(Var var) {
    if (outer.contains(var)) {
      return Span.point(Index.of(var));
    }
    Span axis = axisSpans.get(var);
    return axis != null ? axis : Span.between(0, Math.max(0, var.extent() - 1));
  }

  /** An empty set of variables that are told apart by identity. */
  static Set<Var> variables() {
    return Collections.newSetFromMap(new IdentityHashMap<>());
  }
}
