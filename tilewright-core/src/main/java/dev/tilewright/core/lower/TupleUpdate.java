package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One step of a reduction. A single value is combined in place; the components of a tuple are named
 * first, since the results need all of them, and each of them several times.
 */
final class TupleUpdate {
  private TupleUpdate() {}

  /**
   * @param name makes the names of the components unique
   * @param accumulated loads of the running tuple
   * @param incoming the tuple to combine with it
   * @param store writes a tuple
   */
  static Stmt of(
      String name,
      Combiner combiner,
      List<Expr> accumulated,
      List<Expr> incoming,
      Function<List<Expr>, Stmt> store) {
    if (combiner.width() == 1) {
      return store.apply(results(combiner, accumulated, incoming));
    }
    List<Expr.Param> left = names(name + "_acc", accumulated);
    List<Expr.Param> right = names(name + "_in", incoming);
    List<Expr> results = results(combiner, List.copyOf(left), List.copyOf(right));
    List<Expr.Param> next = names(name + "_new", results);
    Stmt body = lets(next, results, store.apply(List.copyOf(next)));
    return lets(left, accumulated, lets(right, incoming, body));
  }

  static List<Expr> results(Combiner combiner, List<Expr> left, List<Expr> right) {
    Map<Expr.Param, Expr> arguments = new IdentityHashMap<>();
    for (int t = 0; t < combiner.width(); t++) {
      arguments.put(combiner.left().get(t), left.get(t));
      arguments.put(combiner.right().get(t), right.get(t));
    }
    return combiner.results().stream().map(result -> Exprs.bind(result, arguments)).toList();
  }

  private static List<Expr.Param> names(String prefix, List<Expr> values) {
    List<Expr.Param> params = new ArrayList<>();
    for (Expr value : values) {
      params.add(new Expr.Param(prefix + params.size(), value.dtype()));
    }
    return params;
  }

  private static Stmt lets(List<Expr.Param> params, List<Expr> values, Stmt body) {
    Stmt named = body;
    for (int t = params.size() - 1; t >= 0; t--) {
      named = new Stmt.Let(params.get(t), values.get(t), named);
    }
    return named;
  }
}
