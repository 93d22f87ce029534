package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The nodes of an expression that an execution computes: of a select on indices, such as that of
 * padding or of the rows of a small matrix, one branch only. Which one is not asked; the larger one
 * is taken.
 */
final class ExecutedNodes {
  private ExecutedNodes() {}

  /** Calls {@code visit} for every executed node, parents first. */
  static void forEach(Expr expr, Consumer<Expr> visit) {
    of(expr).forEach(visit);
  }

  private static List<Expr> of(Expr expr) {
    List<Expr> nodes = new ArrayList<>(List.of(expr));
    if (expr instanceof Expr.Select(Expr condition, Expr thenValue, Expr elseValue)
        && isOnIndices(condition)) {
      nodes.addAll(of(condition));
      List<Expr> ofThen = of(thenValue);
      List<Expr> ofElse = of(elseValue);
      nodes.addAll(ofThen.size() >= ofElse.size() ? ofThen : ofElse);
    } else {
      Exprs.children(expr).forEach(child -> nodes.addAll(of(child)));
    }
    return nodes;
  }

  /** True for conditions such as those of padding, which loops are split at. */
  static boolean isOnIndices(Expr condition) {
    return switch (condition) {
      case Expr.CompareIndex _ -> true;
      case Expr.Binary(Expr.BinaryOp _, Expr left, Expr right) ->
          isOnIndices(left) && isOnIndices(right);
      case Expr.Not(Expr value) -> isOnIndices(value);
      case Expr.IntConst _ -> true;
      case Expr.FloatConst _ -> false;
      case Expr.Param _ -> false;
      case Expr.FromIndex _ -> false;
      case Expr.Compare _ -> false;
      case Expr.Select _ -> false;
      case Expr.Cast _ -> false;
      case Expr.Call _ -> false;
      case Expr.Load _ -> false;
    };
  }
}
