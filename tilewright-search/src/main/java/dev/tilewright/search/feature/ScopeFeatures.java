package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.te.Compute;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the statement stands: size of its storage and how often it is filled (Ansor, appendix B,
 * "allocation"), loops of its own and around it, unroll depth ("outer scope"); beside Ansor's: how
 * much of its loops lies outside of its region.
 */
final class ScopeFeatures implements FeatureGroup {
  @Override
  public List<String> names() {
    return List.of(
        "allocation.bytes",
        "allocation.outer",
        "allocation.inner",
        "allocation.product",
        "scope.outer",
        "scope.loops",
        "scope.own_loops",
        "scope.auto_unroll",
        "scope.root",
        "scope.overdraw");
  }

  @Override
  public void write(Statement statement, FeatureRow row) {
    LoopPath path = statement.path();
    double bytes =
        statement.writes().stream().mapToDouble(access -> access.uniqueBytes(path.own())).sum();
    row.quantity(bytes);
    row.quantity(path.iterations(path.own()));
    row.quantity(path.inner(path.own()));
    row.quantity(bytes * path.iterations(path.own()));
    row.quantity(path.iterations(path.own()));
    row.quantity(path.loops().size());
    row.quantity(path.loops().size() - path.own());
    row.quantity(statement.stage().autoUnrollMaxStep());
    row.flag(statement.stage().placement() instanceof Placement.Root);
    row.quantity(path.iterations() / Math.max(1, points(statement.stage().op())));
  }

  /** The points of the whole operation. */
  private static double points(Compute op) {
    return Stream.of(op.axes(), op.reduceAxes())
        .flatMap(List::stream)
        .mapToDouble(Var::extent)
        .reduce(1, (a, b) -> a * b);
  }
}
