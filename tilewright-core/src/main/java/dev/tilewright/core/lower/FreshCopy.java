package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of a statement with loop variables and local buffers of its own. Were the buffers shared,
 * an access by a variable index in one copy would keep the buffer of the other out of registers.
 */
final class FreshCopy {
  private final Map<Var, Index> variables = new IdentityHashMap<>();
  private final Map<Buffer, Buffer> buffers = new IdentityHashMap<>();

  private FreshCopy() {}

  static Stmt of(Stmt stmt) {
    return new FreshCopy().copy(stmt);
  }

  private Stmt copy(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind kind, Stmt body) -> {
        Var fresh = new Var(variable.name(), variable.extent());
        variables.put(variable, Index.of(fresh));
        yield new Stmt.For(fresh, kind, copy(body));
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        Buffer fresh = new Buffer(buffer.name(), buffer.dtype(), buffer.shape(), buffer.scope());
        buffers.put(buffer, fresh);
        yield new Stmt.Allocate(fresh, copy(body));
      }
      case Stmt.Store(Buffer buffer, List<Index> indices, Expr value) ->
          new Stmt.Store(
              buffers.getOrDefault(buffer, buffer),
              indices.stream().map(this::copy).toList(),
              copy(value));
      case Stmt.Let other -> Stmts.mapChildren(other, this::copy, this::copy, this::copy);
      case Stmt.If other -> Stmts.mapChildren(other, this::copy, this::copy, this::copy);
      case Stmt.ThreadReduce other -> Stmts.mapChildren(other, this::copy, this::copy, this::copy);
      case Stmt.Shuffle other -> Stmts.mapChildren(other, this::copy, this::copy, this::copy);
      case Stmt.Seq other -> Stmts.mapStatements(other, this::copy);
      case Stmt.Barrier other -> other;
    };
  }

  private Expr copy(Expr expr) {
    return Exprs.mapLoads(Exprs.substitute(expr, variables), this::copy);
  }

  private Index copy(Index index) {
    return Exprs.mapLoads(Exprs.substitute(index, variables), this::copy);
  }

  private Expr copy(Expr.Load load) {
    Buffer fresh = buffers.get(load.buffer());
    return fresh == null ? load : new Expr.Load(fresh, load.indices());
  }
}
