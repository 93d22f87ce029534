package dev.tilewright.core.lower;

import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Writes out the loops marked for it, and those that run once; removes those that never run. */
final class UnrollLoops {
  private final Map<Var, Index> values = new IdentityHashMap<>();

  private UnrollLoops() {}

  static Program run(Program program) {
    return Programs.mapBodies(program, body -> new UnrollLoops().unroll(body));
  }

  private Stmt unroll(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind kind, Stmt body) when isWrittenOut(variable, kind) ->
          iterations(variable, body);
      case Stmt.If(Expr condition, Stmt body) -> {
        Expr decided = value(condition);
        if (decided instanceof Expr.IntConst(long truth, var type)) {
          yield truth == 0 ? Stmt.NOTHING : unroll(body);
        }
        Stmt unrolled = unroll(body);
        yield decided == condition && unrolled == body ? stmt : new Stmt.If(decided, unrolled);
      }
      case Stmt.For other -> mapped(other);
      case Stmt.Store other -> mapped(other);
      case Stmt.Let other -> mapped(other);
      case Stmt.Allocate other -> mapped(other);
      case Stmt.Seq other -> mapped(other);
      case Stmt.ThreadReduce other -> mapped(other);
      case Stmt.Shuffle other -> mapped(other);
      case Stmt.Barrier other -> other;
    };
  }

  private Stmt mapped(Stmt stmt) {
    return Stmts.mapChildren(stmt, this::unroll, this::value, this::value);
  }

  private static boolean isWrittenOut(Var variable, ForKind kind) {
    return kind instanceof ForKind.Unrolled
        || variable.extent() <= 1 && !(kind instanceof ForKind.Bound);
  }

  private Stmt iterations(Var variable, Stmt body) {
    List<Stmt> iterations = new ArrayList<>();
    for (long i = 0; i < variable.extent(); i++) {
      values.put(variable, Index.of(i));
      iterations.add(unroll(body));
    }
    values.remove(variable);
    return Stmt.seq(iterations.toArray(Stmt[]::new));
  }

  private Expr value(Expr expr) {
    if (values.isEmpty()) {
      return expr;
    }
    Expr substituted = Exprs.substitute(expr, values);
    return substituted == expr ? expr : Simplifier.simplify(substituted);
  }

  private Index value(Index index) {
    if (values.isEmpty()) {
      return index;
    }
    Index substituted = Exprs.substitute(index, values);
    return substituted == index ? index : Simplifier.simplify(substituted);
  }
}
