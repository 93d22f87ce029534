package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;

/** Replaces what is equal to something, everywhere in a statement. */
final class Replace {
  private Replace() {}

  static Stmt comparison(Stmt stmt, Expr.CompareIndex comparison, Expr value) {
    return Stmts.mapExprs(
        stmt,
        expr -> comparison(expr, comparison, value),
        index -> comparison(index, comparison, value));
  }

  static Stmt index(Stmt stmt, Index from, Index to) {
    return Stmts.mapExprs(stmt, expr -> index(expr, from, to), index -> index(index, from, to));
  }

  private static Expr comparison(Expr expr, Expr.CompareIndex comparison, Expr value) {
    if (expr.equals(comparison)) {
      return value;
    }
    return Exprs.mapChildren(
        expr,
        child -> comparison(child, comparison, value),
        child -> comparison(child, comparison, value));
  }

  private static Index comparison(Index index, Expr.CompareIndex comparison, Expr value) {
    return Exprs.mapChildren(
        index,
        child -> comparison(child, comparison, value),
        child -> comparison(child, comparison, value));
  }

  private static Expr index(Expr expr, Index from, Index to) {
    return Exprs.mapChildren(
        expr, child -> index(child, from, to), child -> index(child, from, to));
  }

  private static Index index(Index index, Index from, Index to) {
    if (index.equals(from)) {
      return to;
    }
    return Exprs.mapChildren(
        index, child -> index(child, from, to), child -> index(child, from, to));
  }
}
