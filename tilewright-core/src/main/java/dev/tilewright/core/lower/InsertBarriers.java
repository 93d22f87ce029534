package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts a barrier between the writes of a shared buffer and the reads by others, unless there is one
 * already, in the outermost sequence of statements where that is possible. The end of a loop's body
 * comes before its beginning.
 *
 * <pre>
 * for k                       for k
 *   tile[threadIdx.x] = …       barrier shared
 *   … = tile[…]           →     tile[threadIdx.x] = …
 *                               barrier shared
 *                               … = tile[…]
 * </pre>
 */
final class InsertBarriers {
  private static final Stmt BARRIER = new Stmt.Barrier(Buffer.Scope.SHARED);

  private final GridKernel grid;

  /** Bodies of loops are visited several times, those of nested loops often. */
  private final Map<Stmt, Facts> known = new IdentityHashMap<>();

  /**
   * What a statement asks of the threads of its block.
   *
   * @param exchanges true if there is a barrier or a shuffle in it
   */
  private record Facts(SharedAccesses accesses, boolean exchanges) {
    static Facts of(Stmt stmt) {
      return new Facts(SharedAccesses.of(stmt), Stmts.needsAllThreads(stmt));
    }

    /** True if nothing in it can need a barrier that the statement as a whole does not. */
    boolean isUniform() {
      return !exchanges && !accesses.conflicts(accesses);
    }
  }

  private InsertBarriers(GridKernel grid) {
    this.grid = grid;
  }

  static Program run(Program program) {
    return new Program(
        program.kernels().stream().map(InsertBarriers::insert).toList(),
        program.inputs(),
        program.outputs(),
        program.workspaces());
  }

  private static Kernel insert(Kernel kernel) {
    GridKernel grid = GridKernel.of(kernel);
    return !grid.shared().isEmpty() || Stmts.needsAllThreads(grid.body())
        ? new Kernel(
            kernel.name(),
            kernel.parameters(),
            new InsertBarriers(grid).place(kernel.body(), new SharedAccesses(), false))
        : kernel;
  }

  /**
   * The statement with barriers before and inside.
   *
   * @param pending the accesses since the last barrier; updated
   * @param divergent true if threads may disagree whether they get here
   */
  private Stmt place(Stmt stmt, SharedAccesses pending, boolean divergent) {
    Facts facts = known.computeIfAbsent(stmt, Facts::of);
    boolean conflicts = pending.conflicts(facts.accesses());
    if (!conflicts && facts.isUniform()) {
      pending.addAll(facts.accesses());
      return stmt;
    }
    if (!conflicts || stmt instanceof Stmt.Seq || stmt instanceof Stmt.Allocate) {
      return inside(stmt, pending, divergent);
    }
    if (divergent) {
      throw divergent();
    }
    pending.clear();
    return Stmt.seq(BARRIER, inside(stmt, pending, false));
  }

  private Stmt inside(Stmt stmt, SharedAccesses pending, boolean divergent) {
    return switch (stmt) {
      case Stmt.Seq(List<Stmt> statements) -> {
        List<Stmt> placed = new ArrayList<>();
        for (Stmt statement : statements) {
          Stmt next = place(statement, pending, divergent);
          if (next instanceof Stmt.Seq(List<Stmt> parts) && !(statement instanceof Stmt.Seq)) {
            placed.addAll(parts);
          } else {
            placed.add(next);
          }
        }
        yield new Stmt.Seq(placed);
      }
      case Stmt.For(Var variable, ForKind kind, Stmt body) ->
          new Stmt.For(
              variable,
              kind,
              kind instanceof ForKind.Bound
                  ? place(body, pending, divergent)
                  : repeated(body, pending, divergent));
      case Stmt.If(Expr condition, Stmt body) ->
          new Stmt.If(condition, place(body, pending, divergent || mayDisagree(condition)));
      case Stmt.Allocate(Buffer buffer, Stmt body) ->
          new Stmt.Allocate(buffer, place(body, pending, divergent));
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) when Stmts.needsAllThreads(body) -> {
        pending.addReads(value);
        yield new Stmt.Let(param, value, place(body, pending, divergent));
      }
      case Stmt.Let leaf -> accessed(leaf, pending);
      case Stmt.Shuffle(Expr.Param param, Expr value, int laneMask, Stmt body) -> {
        if (divergent) {
          throw divergent();
        }
        pending.addReads(value);
        yield new Stmt.Shuffle(param, value, laneMask, place(body, pending, false));
      }
      case Stmt.ThreadReduce reduce ->
          throw new IllegalStateException("reductions over threads are expanded before");
      case Stmt.Store leaf -> accessed(leaf, pending);
      case Stmt.Barrier barrier -> {
        pending.clear();
        yield barrier;
      }
    };
  }

  private static Stmt accessed(Stmt leaf, SharedAccesses pending) {
    pending.addAll(SharedAccesses.of(leaf));
    return leaf;
  }

  /** The body of a loop: what is pending at its end is pending at its beginning, too. */
  private Stmt repeated(Stmt body, SharedAccesses pending, boolean divergent) {
    SharedAccesses atStart = pending.copy();
    while (true) {
      SharedAccesses atEnd = atStart.copy();
      Stmt placed = place(body, atEnd, divergent);
      if (!atStart.addAll(atEnd)) {
        pending.clear();
        pending.addAll(atEnd);
        return placed;
      }
    }
  }

  private LoweringRefusedException divergent() {
    return new LoweringRefusedException(
        "kernel %s: threads exchange values under a condition on which they may disagree; expected the stages in shared memory, and reductions over threads, outside of it"
            .formatted(grid.kernel().name()));
  }

  private boolean mayDisagree(Expr condition) {
    return !Conditions.isMovable(condition)
        || grid.threads().stream().anyMatch(bound -> Conditions.uses(condition, bound.var()));
  }
}
