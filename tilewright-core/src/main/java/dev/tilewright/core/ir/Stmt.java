package dev.tilewright.core.ir;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import java.util.List;

/** A statement of a loop program. */
public sealed interface Stmt {
  /** Executes the body for {@code 0 <= var < var.extent()}. */
  record For(Var var, ForKind kind, Stmt body) implements Stmt {}

  /** Writes one element. */
  record Store(Buffer buffer, List<Index> indices, Expr value) implements Stmt {
    public Store {
      indices = List.copyOf(indices);
    }
  }

  /**
   * Names a value for the statements of the body, evaluated once, before the body. The parameter's
   * name is unique in the kernel.
   */
  record Let(Expr.Param param, Expr value, Stmt body) implements Stmt {}

  /** Executes the body only where the condition holds. */
  record If(Expr condition, Stmt body) implements Stmt {}

  /** Gives the buffer storage, with undefined contents, for the execution of the body. */
  record Allocate(Buffer buffer, Stmt body) implements Stmt {}

  /** One after the other; empty does nothing. */
  record Seq(List<Stmt> statements) implements Stmt {
    public Seq {
      statements = List.copyOf(statements);
    }
  }

  /** All threads of a block arrive before any goes on; orders accesses to memory of that scope. */
  record Barrier(Buffer.Scope scope) implements Stmt {}

  /** Does nothing. */
  Stmt NOTHING = new Seq(List.of());

  static Stmt seq(Stmt... statements) {
    return statements.length == 1 ? statements[0] : new Seq(List.of(statements));
  }
}
