package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.List;

/** Lists what an operation loads. */
final class DistinctLoads {
  private DistinctLoads() {}

  /** The loads in the values, those inside indices included, each element once. */
  static List<Expr.Load> of(Compute op) {
    List<Expr.Load> loads = new ArrayList<>();
    op.body().values().forEach(value -> Exprs.forEach(value, node -> add(node, loads)));
    return loads;
  }

  private static void add(Expr node, List<Expr.Load> loads) {
    if (node instanceof Expr.Load load && !loads.contains(load)) {
      loads.add(load);
    }
  }
}
