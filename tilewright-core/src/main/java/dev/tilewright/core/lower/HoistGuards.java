package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Moves conditions out of the loops on which they do not depend:
 *
 * <pre>
 * for i:                      if a:
 *   if a and b(i):     →        for i:
 *     S                           if b(i):
 *                                   S
 * </pre>
 *
 * A parallel loop stays the outermost statement of its kernel, and so do the loops over the blocks
 * and threads of a grid.
 */
final class HoistGuards {
  private HoistGuards() {}

  static Program run(Program program) {
    return Programs.mapBodies(program, HoistGuards::hoist);
  }

  private static Stmt hoist(Stmt stmt) {
    Stmt inner = Stmts.mapStatements(stmt, HoistGuards::hoist);
    return switch (inner) {
      case Stmt.For(Var variable, ForKind kind, Stmt body)
          when !(kind instanceof ForKind.Parallel) && !(kind instanceof ForKind.Bound) ->
          hoistOut(
              body,
              condition -> Conditions.isMovable(condition) && !Conditions.uses(condition, variable),
              rest -> new Stmt.For(variable, kind, rest),
              inner);
      case Stmt.Allocate(var buffer, Stmt body) ->
          hoistOut(body, Conditions::isMovable, rest -> new Stmt.Allocate(buffer, rest), inner);
      case Stmt.If(Expr condition, Stmt body) ->
          Guards.guard(Conditions.conjuncts(condition), body);
      case Stmt.For other -> other;
      case Stmt.Store other -> other;
      case Stmt.Let other -> other;
      case Stmt.Seq other -> other;
      case Stmt.ThreadReduce other -> other;
      case Stmt.Shuffle other -> other;
      case Stmt.Barrier other -> other;
    };
  }

  private static Stmt hoistOut(
      Stmt body, Predicate<Expr> goesOut, UnaryOperator<Stmt> enclose, Stmt original) {
    List<Expr> outside = new ArrayList<>();
    List<Expr> inside = new ArrayList<>();
    Stmt guarded = body;
    while (guarded instanceof Stmt.If(Expr condition, Stmt next)) {
      (goesOut.test(condition) ? outside : inside).add(condition);
      guarded = next;
    }
    if (outside.isEmpty()) {
      return original;
    }
    return Guards.guard(outside, enclose.apply(Guards.guard(inside, guarded)));
  }
}
