package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.schedule.Iter;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Marks the serial inner loops of a stage as unrolled, innermost first, while the body that results
 * stays within a number of statements. A loop around one that stays a loop stays one too.
 */
final class AutoUnroll {
  private final long maxStatements;
  private final Set<Var> own = Collections.newSetFromMap(new IdentityHashMap<>());

  private AutoUnroll(long maxStatements, List<Iter> iters) {
    this.maxStatements = maxStatements;
    iters.forEach(iter -> own.add(iter.var()));
  }

  /**
   * @param iters the loops that may be marked
   */
  static Stmt mark(Stmt nest, long maxStatements, List<Iter> iters) {
    return maxStatements == 0 ? nest : new AutoUnroll(maxStatements, iters).mark(nest);
  }

  private Stmt mark(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind kind, Stmt body) -> {
        Stmt marked = mark(body);
        boolean unroll =
            kind instanceof ForKind.Serial
                && own.contains(variable)
                && isWithin(StatementCount.of(marked), variable.extent())
                && StatementCount.isStraight(marked);
        yield new Stmt.For(variable, unroll ? ForKind.UNROLLED : kind, marked);
      }
      case Stmt.Let(var param, var value, Stmt body) -> new Stmt.Let(param, value, mark(body));
      case Stmt.If(var condition, Stmt body) -> new Stmt.If(condition, mark(body));
      case Stmt.Allocate(var buffer, Stmt body) -> new Stmt.Allocate(buffer, mark(body));
      case Stmt.Seq(List<Stmt> statements) ->
          new Stmt.Seq(statements.stream().map(this::mark).toList());
      case Stmt.ThreadReduce leaf -> leaf;
      case Stmt.Shuffle leaf -> leaf;
      case Stmt.Store leaf -> leaf;
      case Stmt.Barrier leaf -> leaf;
    };
  }

  private boolean isWithin(long statements, long extent) {
    return extent == 0 || statements <= maxStatements / extent;
  }
}
