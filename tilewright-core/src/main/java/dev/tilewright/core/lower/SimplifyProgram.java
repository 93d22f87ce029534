package dev.tilewright.core.lower;

import dev.tilewright.core.analysis.Simplifier;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;

/** Simplifies every expression and removes conditions that are decided. */
final class SimplifyProgram {
  private SimplifyProgram() {}

  static Program run(Program program) {
    return Programs.mapBodies(program, SimplifyProgram::simplify);
  }

  static Stmt simplify(Stmt stmt) {
    if (stmt instanceof Stmt.If(Expr condition, Stmt body)) {
      return guarded(Simplifier.simplify(condition), body, (Stmt.If) stmt);
    }
    return Stmts.mapChildren(
        stmt, SimplifyProgram::simplify, Simplifier::simplify, Simplifier::simplify);
  }

  private static Stmt guarded(Expr condition, Stmt body, Stmt.If original) {
    if (condition instanceof Expr.IntConst(long value, var type)) {
      return value == 0 ? Stmt.NOTHING : simplify(body);
    }
    Stmt simplified = simplify(body);
    return condition == original.condition() && simplified == body
        ? original
        : new Stmt.If(condition, simplified);
  }
}
