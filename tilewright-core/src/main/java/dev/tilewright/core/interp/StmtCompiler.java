package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import java.util.List;

/** Turns statements into closures. */
final class StmtCompiler {
  private final Scope scope;
  private final ExprCompiler exprs;
  private final int threads;

  /**
   * @param threads threads that run the code with their own local buffers; 1 on a CPU
   */
  StmtCompiler(Scope scope, int threads) {
    this.scope = scope;
    this.threads = threads;
    this.exprs = new ExprCompiler(scope);
  }

  StmtCode compile(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For loop -> loop(loop);
      case Stmt.Store(Buffer buffer, List<Index> indices, Expr value) ->
          StmtCode.store(
              new ElementAccess(scope.memory(buffer), indices, exprs, scope), value, exprs);
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        int slot = scope.declare(param);
        StmtCode assign = StmtCode.assign(param, slot, value, exprs);
        yield StmtCode.sequence(List.of(assign, compile(body)));
      }
      case Stmt.If(Expr condition, Stmt body) -> {
        IntCode test = exprs.integer(condition);
        StmtCode code = compile(body);
        yield frame -> {
          if (test.eval(frame) != 0) {
            code.run(frame);
          }
        };
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        LocalMemory memory = new LocalMemory(buffer, threads);
        scope.declare(memory);
        StmtCode code = compile(body);
        yield frame -> {
          memory.allocate(frame);
          code.run(frame);
        };
      }
      case Stmt.Seq(List<Stmt> statements) ->
          StmtCode.sequence(statements.stream().map(this::compile).toList());
      case Stmt.ThreadReduce ignored ->
          throw new ProgramFaultException(
              "a reduction over threads: only blocks of threads have it");
      case Stmt.Shuffle ignored ->
          throw new ProgramFaultException("a shuffle: only blocks of threads have them");
      case Stmt.Barrier ignored ->
          throw new ProgramFaultException("a barrier: only blocks of threads have them");
    };
  }

  private StmtCode loop(Stmt.For loop) {
    Var variable = loop.var();
    int slot = scope.enter(variable);
    StmtCode body = compile(loop.body());
    scope.leave(variable);
    return switch (loop.kind()) {
      case ForKind.Serial(), ForKind.Unrolled() -> StmtCode.loop(slot, variable.extent(), body);
      case ForKind.Vectorized() -> StmtCode.lanes(slot, variable.extent(), body);
      case ForKind.Parallel() ->
          throw new ProgramFaultException(
              "parallel loop %s inside a kernel; expected it outermost only".formatted(variable));
      case ForKind.Bound(var axis) ->
          throw new ProgramFaultException(
              "loop %s is bound to %s inside a kernel; expected it outermost"
                  .formatted(variable, axis));
    };
  }
}
