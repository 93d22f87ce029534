package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import java.util.IdentityHashMap;
import java.util.Map;

/** Simplifies one expression, children first; a subtree that occurs twice is visited once. */
final class ExprSimplifier {
  private final Map<Expr, Expr> done = new IdentityHashMap<>();

  Expr simplify(Expr expr) {
    return switch (expr) {
      case Expr.FloatConst leaf -> leaf;
      case Expr.IntConst leaf -> leaf;
      case Expr.Param leaf -> leaf;
      case Expr.FromIndex node -> simplifyOnce(node);
      case Expr.Binary node -> simplifyOnce(node);
      case Expr.Compare node -> simplifyOnce(node);
      case Expr.CompareIndex node -> simplifyOnce(node);
      case Expr.Not node -> simplifyOnce(node);
      case Expr.Select node -> simplifyOnce(node);
      case Expr.Cast node -> simplifyOnce(node);
      case Expr.Call node -> simplifyOnce(node);
      case Expr.Load node -> simplifyOnce(node);
    };
  }

  private Expr simplifyOnce(Expr expr) {
    Expr known = done.get(expr);
    if (known != null) {
      return known;
    }
    Expr simple = simplifyNode(expr);
    done.put(expr, simple);
    return simple;
  }

  private Expr simplifyNode(Expr expr) {
    if (expr instanceof Expr.CompareIndex(var op, Index left, Index right)) {
      return CompareRules.compare(expr, op, left, right);
    }
    if (expr instanceof Expr.Select(Expr condition, Expr thenValue, Expr elseValue)) {
      return simplifySelect(expr, simplify(condition), thenValue, elseValue);
    }
    Expr mapped = Exprs.mapChildren(expr, this::simplify, Simplifier::simplify);
    return switch (mapped) {
      case Expr.FromIndex node -> Constants.foldFromIndex(node);
      case Expr.Binary node when node.dtype().isBool() -> LogicRules.binary(node);
      case Expr.Binary node -> ArithmeticRules.binary(node);
      case Expr.Compare node -> Constants.foldCompare(node);
      case Expr.Not node -> LogicRules.not(node);
      case Expr.Cast node -> Constants.foldCast(node);
      case Expr.FloatConst node -> node;
      case Expr.IntConst node -> node;
      case Expr.Param node -> node;
      case Expr.CompareIndex node -> node;
      case Expr.Select node -> node;
      case Expr.Call node -> node;
      case Expr.Load node -> node;
    };
  }

  /** A branch that is never taken is dropped before it is looked at. */
  private Expr simplifySelect(Expr expr, Expr condition, Expr thenValue, Expr elseValue) {
    if (Constants.isTrue(condition)) {
      return simplify(thenValue);
    }
    if (Constants.isFalse(condition)) {
      return simplify(elseValue);
    }
    Expr mapped =
        Exprs.mapChildren(
            expr,
            child -> child == ((Expr.Select) expr).condition() ? condition : simplify(child),
            Simplifier::simplify);
    return mapped instanceof Expr.Select(var ignored, Expr thenSimple, Expr elseSimple)
            && isSame(thenSimple, elseSimple)
        ? thenSimple
        : mapped;
  }

  /** One object, or one constant; deep comparison would make chains of selects quadratic. */
  private static boolean isSame(Expr left, Expr right) {
    return left == right
        || left instanceof Expr.IntConst && left.equals(right)
        || left instanceof Expr.FloatConst && left.equals(right);
  }
}
