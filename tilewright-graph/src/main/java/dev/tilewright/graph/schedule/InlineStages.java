package dev.tilewright.graph.schedule;

import dev.tilewright.core.analysis.AccessAnalysis;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;

/** Inlines the pointwise stages whose value is cheaper to compute again than to store and load. */
final class InlineStages {
  /** How often a cheap value may be computed again, as the taps of a 3×3 window do. */
  private static final double CHEAP_REPEATS = 10;

  /** How often any other value may be. */
  private static final double REPEATS = 1.5;

  private InlineStages() {}

  static void run(Draft draft) {
    ComputeDag dag = draft.state().dag();
    AccessAnalysis analysis = AccessAnalysis.of(dag);
    for (Compute compute : dag.computes()) {
      if (analysis.isInlineable(compute) && pays(compute, analysis)) {
        draft.attempt(() -> draft.apply(new ComputeInline(compute.name())));
      }
    }
  }

  private static boolean pays(Compute compute, AccessAnalysis analysis) {
    double uses = 0;
    for (Compute consumer : analysis.consumersOf(compute)) {
      double points =
          AccessAnalysis.spatialExtent(consumer) * AccessAnalysis.reduceExtent(consumer);
      int loads =
          compute.outputs().stream()
              .mapToInt(output -> analysis.accesses(consumer, output).size())
              .sum();
      uses += loads * points;
    }
    double repeats = uses / Math.max(1, AccessAnalysis.spatialExtent(compute));
    return repeats <= (isCheap(compute) ? CHEAP_REPEATS : REPEATS);
  }

  /** A move of data, with a condition or a few additions: no function, no division. */
  private static boolean isCheap(Compute compute) {
    int[] cost = {0};
    for (Expr value : compute.body().values()) {
      Exprs.forEach(value, node -> cost[0] += cost(node));
    }
    return cost[0] <= 3;
  }

  private static int cost(Expr node) {
    return switch (node) {
      case Expr.Call ignored -> 10;
      case Expr.Binary(Expr.BinaryOp op, var left, var right) ->
          op == Expr.BinaryOp.DIV || op == Expr.BinaryOp.REM ? 10 : node.dtype().isBool() ? 0 : 1;
      case Expr.FloatConst ignored -> 0;
      case Expr.IntConst ignored -> 0;
      case Expr.FromIndex ignored -> 1;
      case Expr.Param ignored -> 0;
      case Expr.Compare ignored -> 1;
      case Expr.CompareIndex ignored -> 0;
      case Expr.Not ignored -> 0;
      case Expr.Select ignored -> 1;
      case Expr.Cast ignored -> 1;
      case Expr.Load ignored -> 0;
    };
  }
}
