package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The one place that knows the children of every statement. An unchanged subtree stays the same.
 */
final class StmtChildren {
  private StmtChildren() {}

  static Stmt map(
      Stmt stmt,
      UnaryOperator<Stmt> onStmt,
      UnaryOperator<Expr> onExpr,
      UnaryOperator<Index> onIndex) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind kind, Stmt body) -> {
        Stmt mapped = onStmt.apply(body);
        yield mapped == body ? stmt : new Stmt.For(variable, kind, mapped);
      }
      case Stmt.Store(Buffer buffer, List<Index> indices, Expr value) -> {
        List<Index> mappedIndices = mapList(indices, onIndex);
        Expr mappedValue = onExpr.apply(value);
        yield mappedIndices == indices && mappedValue == value
            ? stmt
            : new Stmt.Store(buffer, mappedIndices, mappedValue);
      }
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        Expr mappedValue = onExpr.apply(value);
        Stmt mapped = onStmt.apply(body);
        yield mappedValue == value && mapped == body
            ? stmt
            : new Stmt.Let(param, mappedValue, mapped);
      }
      case Stmt.If(Expr condition, Stmt body) -> {
        Expr mappedCondition = onExpr.apply(condition);
        Stmt mapped = onStmt.apply(body);
        yield mappedCondition == condition && mapped == body
            ? stmt
            : new Stmt.If(mappedCondition, mapped);
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        Stmt mapped = onStmt.apply(body);
        yield mapped == body ? stmt : new Stmt.Allocate(buffer, mapped);
      }
      case Stmt.Seq(List<Stmt> statements) -> {
        List<Stmt> mapped = mapList(statements, onStmt);
        yield mapped == statements ? stmt : new Stmt.Seq(mapped);
      }
      case Stmt.Barrier leaf -> leaf;
    };
  }

  /** Rebuilds a statement with mapped statements inside. */
  static Stmt mapStatements(Stmt stmt, UnaryOperator<Stmt> onStmt) {
    return map(stmt, onStmt, UnaryOperator.identity(), UnaryOperator.identity());
  }

  private static <T> List<T> mapList(List<T> list, UnaryOperator<T> mapper) {
    List<T> mapped = new ArrayList<>(list.size());
    boolean changed = false;
    for (T item : list) {
      T result = mapper.apply(item);
      changed |= result != item;
      mapped.add(result);
    }
    return changed ? mapped : list;
  }
}
