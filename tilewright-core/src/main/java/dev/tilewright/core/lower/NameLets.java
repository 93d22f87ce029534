package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Gives every named value of a kernel a name of its own again, after copies were made. */
final class NameLets {
  private final Set<String> taken = new HashSet<>();
  private final Map<String, Integer> copies = new HashMap<>();

  private NameLets() {}

  static Program run(Program program) {
    return Programs.mapBodies(program, body -> new NameLets().rename(body, Map.of()));
  }

  private Stmt rename(Stmt stmt, Map<Expr.Param, Expr> names) {
    if (stmt instanceof Stmt.Let(Expr.Param param, Expr value, Stmt body)) {
      Expr.Param unique = new Expr.Param(uniqueName(param.name()), param.dtype());
      Map<Expr.Param, Expr> inside = new HashMap<>(names);
      inside.put(param, unique);
      return new Stmt.Let(unique, bind(value, names), rename(body, inside));
    }
    if (stmt instanceof Stmt.Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body)) {
      Expr.Param unique = new Expr.Param(uniqueName(param.name()), param.dtype());
      Map<Expr.Param, Expr> inside = new HashMap<>(names);
      inside.put(param, unique);
      return new Stmt.Shuffle(unique, bind(value, names), laneMask, rename(body, inside));
    }
    UnaryOperator<Index> onIndex =
        index -> Exprs.mapChildren(index, expr -> bind(expr, names), UnaryOperator.identity());
    return Stmts.mapChildren(
        stmt, child -> rename(child, names), expr -> bind(expr, names), onIndex);
  }

  private static Expr bind(Expr expr, Map<Expr.Param, Expr> names) {
    return names.isEmpty() ? expr : Exprs.bind(expr, names);
  }

  private String uniqueName(String name) {
    String candidate = name;
    while (!taken.add(candidate)) {
      candidate = name + "_" + copies.merge(name, 1, Integer::sum);
    }
    return candidate;
  }
}
