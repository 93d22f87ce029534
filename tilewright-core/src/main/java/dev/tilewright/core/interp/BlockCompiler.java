package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Turns what the threads of a block do into closures. Statements with a barrier or shuffle inside
 * are executed by all threads together, step by step; all others by each thread on its own.
 */
final class BlockCompiler {
  private final Scope scope;
  private final StmtCompiler statements;
  private final ExprCompiler exprs;
  private final SharedMemory.Epoch epoch;
  private final RandomGenerator random;
  private final int threads;

  BlockCompiler(Scope scope, int threads, SharedMemory.Epoch epoch, RandomGenerator random) {
    this.scope = scope;
    this.statements = new StmtCompiler(scope, threads);
    this.exprs = new ExprCompiler(scope);
    this.epoch = epoch;
    this.random = random;
    this.threads = threads;
  }

  BlockCode compile(Stmt stmt) {
    if (!Stmts.needsAllThreads(stmt)) {
      return BlockCode.independent(statements.compile(stmt), random);
    }
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind kind, Stmt body) -> {
        int slot = scope.enter(variable);
        BlockCode code = compile(body);
        scope.leave(variable);
        yield BlockCode.loop(slot, variable.extent(), code);
      }
      case Stmt.Seq(List<Stmt> parts) ->
          BlockCode.sequence(parts.stream().map(this::compile).toList());
      case Stmt.Barrier ignored -> all -> epoch.next();
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) -> {
        int slot = scope.declare(param);
        BlockCode assign =
            BlockCode.independent(StmtCode.assign(param, slot, value, exprs), random);
        yield BlockCode.sequence(List.of(assign, compile(body)));
      }
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        LocalMemory memory = new LocalMemory(buffer, threads);
        scope.declare(memory);
        BlockCode allocate = BlockCode.independent(memory::allocate, random);
        yield BlockCode.sequence(List.of(allocate, compile(body)));
      }
      case Stmt.If(Expr condition, Stmt body) -> guarded(condition, body);
      case Stmt.Shuffle shuffle -> shuffled(shuffle);
      case Stmt.ThreadReduce reduce ->
          throw new ProgramFaultException("a reduction over threads that was not expanded");
      case Stmt.Store store -> throw new IllegalStateException("a store has no barrier inside");
    };
  }

  private BlockCode shuffled(Stmt.Shuffle shuffle) {
    // Compiled before the name is declared: the value does not see it.
    Expr.Param sent = new Expr.Param(shuffle.param().name() + " sent", shuffle.param().dtype());
    int from = scope.declare(sent);
    StmtCode evaluate = StmtCode.assign(sent, from, shuffle.value(), exprs);
    int to = scope.declare(shuffle.param());
    BlockCode body = compile(shuffle.body());
    boolean isFloat = sent.dtype().isFloat();
    return all -> {
      for (Frame thread : all) {
        evaluate.run(thread);
      }
      for (Frame thread : all) {
        int partner = thread.thread ^ shuffle.laneMask();
        if (partner >= all.length) {
          throw new ProgramFaultException(
              "shuffle %s: thread %d gets a value of thread %d, which does not exist"
                  .formatted(shuffle.param().name(), thread.thread, partner));
        }
        if (isFloat) {
          thread.floats[to] = all[partner].floats[from];
        } else {
          thread.integers[to] = all[partner].integers[from];
        }
      }
      body.run(all);
    };
  }

  private BlockCode guarded(Expr condition, Stmt body) {
    IntCode test = exprs.integer(condition);
    BlockCode code = compile(body);
    Scope.Site site = scope.site();
    String text = ProgramPrinter.text(condition);
    return all -> {
      boolean expected = test.eval(all[0]) != 0;
      for (Frame thread : all) {
        if ((test.eval(thread) != 0) != expected) {
          throw site.fault(
              "a barrier or shuffle that threads 0 and %d do not both reach, since they disagree on %s"
                  .formatted(thread.thread, text),
              thread);
        }
      }
      if (expected) {
        code.run(all);
      }
    };
  }
}
