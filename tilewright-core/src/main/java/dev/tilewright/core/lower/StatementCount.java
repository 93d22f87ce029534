package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import java.util.List;

/** The number of stores in a statement once the loops marked for it are unrolled. */
final class StatementCount {
  private StatementCount() {}

  /** Saturates instead of overflowing. */
  static long of(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind.Unrolled(), Stmt body) ->
          Math.round((double) variable.extent() * of(body));
      case Stmt.For(Var variable, ForKind kind, Stmt body) -> of(body);
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> of(body);
      case Stmt.If(Expr condition, Stmt body) -> of(body);
      case Stmt.Allocate(var buffer, Stmt body) -> of(body);
      case Stmt.Seq(List<Stmt> statements) ->
          statements.stream().mapToLong(StatementCount::of).reduce(0, StatementCount::sum);
      case Stmt.ThreadReduce(var params, var combiner, var values, Stmt body) -> of(body);
      case Stmt.Shuffle(var param, var value, int laneMask, Stmt body) -> sum(1, of(body));
      case Stmt.Store ignored -> 1;
      case Stmt.Barrier ignored -> 1;
    };
  }

  /** True if no serial loop is left after unrolling. */
  static boolean isStraight(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind.Serial(), Stmt body) ->
          variable.extent() <= 1 && isStraight(body);
      case Stmt.For(Var variable, ForKind kind, Stmt body) -> isStraight(body);
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> isStraight(body);
      case Stmt.If(Expr condition, Stmt body) -> isStraight(body);
      case Stmt.Allocate(var buffer, Stmt body) -> isStraight(body);
      case Stmt.Seq(List<Stmt> statements) ->
          statements.stream().allMatch(StatementCount::isStraight);
      case Stmt.ThreadReduce(var params, var combiner, var values, Stmt body) -> isStraight(body);
      case Stmt.Shuffle(var param, var value, int laneMask, Stmt body) -> isStraight(body);
      case Stmt.Store ignored -> true;
      case Stmt.Barrier ignored -> true;
    };
  }

  private static long sum(long left, long right) {
    return left > Long.MAX_VALUE - right ? Long.MAX_VALUE : left + right;
  }
}
