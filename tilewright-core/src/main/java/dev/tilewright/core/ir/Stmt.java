package dev.tilewright.core.ir;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
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

  /**
   * Names what values become when those of all threads of a block along {@code threadIdx.x} are
   * combined; every one of these threads gets the results. All threads of the block execute it.
   *
   * @param params the names, one a component of the combiner
   * @param values of this thread, one a component; threads with nothing to add give the identities
   */
  record ThreadReduce(List<Expr.Param> params, Combiner combiner, List<Expr> values, Stmt body)
      implements Stmt {
    public ThreadReduce {
      params = List.copyOf(params);
      values = List.copyOf(values);
    }
  }

  /**
   * Names the value that the expression has in the thread of the same warp whose number differs in
   * the bits of {@code laneMask}. All threads of the warp execute it.
   */
  record Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body) implements Stmt {}

  /** Does nothing. */
  Stmt NOTHING = new Seq(List.of());

  static Stmt seq(Stmt... statements) {
    return statements.length == 1 ? statements[0] : new Seq(List.of(statements));
  }
}
