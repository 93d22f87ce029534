package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.List;

/** Questions about conditions. */
final class Conditions {
  private Conditions() {}

  /** The conditions of which this is the conjunction, outer ones first. */
  static List<Expr> conjuncts(Expr condition) {
    if (condition instanceof Expr.Binary(Expr.BinaryOp op, Expr left, Expr right)
        && op == Expr.BinaryOp.AND) {
      List<Expr> all = new ArrayList<>(conjuncts(left));
      all.addAll(conjuncts(right));
      return all;
    }
    return List.of(condition);
  }

  /** True if it reads no memory and names no value, so that it may be evaluated anywhere. */
  static boolean isMovable(Expr condition) {
    boolean[] movable = {true};
    Exprs.forEach(
        condition,
        node -> movable[0] &= !(node instanceof Expr.Load) && !(node instanceof Expr.Param));
    return movable[0];
  }

  static boolean uses(Expr expr, Var variable) {
    boolean[] found = {false};
    Exprs.mapChildren(
        expr,
        child -> {
          found[0] |= uses(child, variable);
          return child;
        },
        child -> {
          found[0] |= uses(child, variable);
          return child;
        });
    return found[0];
  }

  private static boolean uses(Index index, Var variable) {
    if (index instanceof Index.Ref(Var own)) {
      return own == variable;
    }
    boolean[] found = {false};
    Exprs.mapChildren(
        index,
        child -> {
          found[0] |= uses(child, variable);
          return child;
        },
        child -> {
          found[0] |= uses(child, variable);
          return child;
        });
    return found[0];
  }
}
