package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Expr.BinaryOp;
import dev.tilewright.core.expr.Expr.CompareOp;

/** Simplifies operations on bools. */
final class LogicRules {
  private LogicRules() {}

  /** The operands are simplified already. */
  static Expr binary(Expr.Binary node) {
    Expr left = node.left();
    Expr right = node.right();
    return switch (node.op()) {
      case AND, MUL, MIN -> conjunction(node, left, right);
      case OR, MAX -> disjunction(node, left, right);
      case XOR -> exclusive(node, left, right);
      case ADD, SUB, DIV, REM, SHL, SHR -> node;
    };
  }

  /** Comparisons of indices turn round; those of values do not, since NaN compares false. */
  static Expr not(Expr.Not node) {
    return switch (node.value()) {
      case Expr.IntConst(long value, var dtype) -> Constants.bool(value == 0);
      case Expr.Not(Expr inner) -> inner;
      case Expr.CompareIndex(var op, var left, var right) ->
          new Expr.CompareIndex(negate(op), left, right);
      case Expr.FloatConst ignored -> node;
      case Expr.FromIndex ignored -> node;
      case Expr.Param ignored -> node;
      case Expr.Binary ignored -> node;
      case Expr.Compare ignored -> node;
      case Expr.Select ignored -> node;
      case Expr.Cast ignored -> node;
      case Expr.Call ignored -> node;
      case Expr.Load ignored -> node;
    };
  }

  private static Expr conjunction(Expr node, Expr left, Expr right) {
    if (Constants.isFalse(left) || Constants.isFalse(right)) {
      return Constants.bool(false);
    }
    return Constants.isTrue(left) ? right : isRedundant(left, right) ? left : node;
  }

  private static Expr disjunction(Expr node, Expr left, Expr right) {
    if (Constants.isTrue(left) || Constants.isTrue(right)) {
      return Constants.bool(true);
    }
    return Constants.isFalse(left) ? right : isRedundantOr(left, right) ? left : node;
  }

  private static boolean isRedundant(Expr left, Expr right) {
    return Constants.isTrue(right) || left == right || isSameComparison(left, right);
  }

  private static boolean isRedundantOr(Expr left, Expr right) {
    return Constants.isFalse(right) || left == right || isSameComparison(left, right);
  }

  private static boolean isSameComparison(Expr left, Expr right) {
    return left instanceof Expr.CompareIndex && left.equals(right);
  }

  private static Expr exclusive(Expr node, Expr left, Expr right) {
    if (Constants.isFalse(left)) {
      return right;
    }
    return Constants.isFalse(right) ? left : node;
  }

  private static CompareOp negate(CompareOp op) {
    return switch (op) {
      case EQ -> CompareOp.NE;
      case NE -> CompareOp.EQ;
      case LT -> CompareOp.GE;
      case LE -> CompareOp.GT;
      case GT -> CompareOp.LE;
      case GE -> CompareOp.LT;
    };
  }

  /** The conjunction of two conditions, without one that is known. */
  static Expr and(Expr left, Expr right) {
    return conjunction(new Expr.Binary(BinaryOp.AND, left, right), left, right);
  }
}
