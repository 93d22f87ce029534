package dev.tilewright.core.analysis;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Evaluates indices and index conditions at every point of the domain of their variables. */
final class Points {
  private Points() {}

  static void forEach(List<Var> vars, Consumer<Map<Var, Long>> visit) {
    forEach(vars, 0, new HashMap<>(), visit);
  }

  private static void forEach(
      List<Var> vars, int next, Map<Var, Long> point, Consumer<Map<Var, Long>> visit) {
    if (next == vars.size()) {
      visit.accept(point);
      return;
    }
    for (long value = 0; value < vars.get(next).extent(); value++) {
      point.put(vars.get(next), value);
      forEach(vars, next + 1, point, visit);
    }
  }

  static long evaluate(Index index, Map<Var, Long> point) {
    return switch (index) {
      case Index.Const(long value) -> value;
      case Index.Ref(Var var) -> point.get(var);
      case Index.Add(Index left, Index right) -> evaluate(left, point) + evaluate(right, point);
      case Index.Mul(Index value, long factor) -> evaluate(value, point) * factor;
      case Index.FloorDiv(Index value, long divisor) ->
          Math.floorDiv(evaluate(value, point), divisor);
      case Index.FloorMod(Index value, long divisor) ->
          Math.floorMod(evaluate(value, point), divisor);
      case Index.Min(Index left, Index right) ->
          Math.min(evaluate(left, point), evaluate(right, point));
      case Index.Max(Index left, Index right) ->
          Math.max(evaluate(left, point), evaluate(right, point));
      case Index.FromExpr(Expr value) -> throw new IllegalArgumentException("gathered: " + value);
    };
  }

  static boolean test(Expr condition, Map<Var, Long> point) {
    return switch (condition) {
      case Expr.IntConst(long value, var dtype) -> value != 0;
      case Expr.Not(Expr value) -> !test(value, point);
      case Expr.Binary(var op, Expr left, Expr right) when op == Expr.BinaryOp.AND ->
          test(left, point) && test(right, point);
      case Expr.Binary(var op, Expr left, Expr right) when op == Expr.BinaryOp.OR ->
          test(left, point) || test(right, point);
      case Expr.CompareIndex(var op, Index left, Index right) -> {
        int sign = Long.compare(evaluate(left, point), evaluate(right, point));
        yield switch (op) {
          case EQ -> sign == 0;
          case NE -> sign != 0;
          case LT -> sign < 0;
          case LE -> sign <= 0;
          case GT -> sign > 0;
          case GE -> sign >= 0;
        };
      }
      default -> throw new IllegalArgumentException("not a condition on indices: " + condition);
    };
  }
}
