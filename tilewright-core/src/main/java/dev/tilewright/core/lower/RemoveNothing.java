package dev.tilewright.core.lower;

import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.List;

/** Removes statements that do nothing, and kernels of which nothing is left; flattens sequences. */
final class RemoveNothing {
  private RemoveNothing() {}

  static Program run(Program program) {
    Program cleaned = Programs.mapBodies(program, RemoveNothing::clean);
    return new Program(
        cleaned.kernels().stream().filter(kernel -> !isNothing(kernel.body())).toList(),
        cleaned.inputs(),
        cleaned.outputs(),
        cleaned.workspaces());
  }

  private static Stmt clean(Stmt stmt) {
    Stmt cleaned = Stmts.mapStatements(stmt, RemoveNothing::clean);
    return switch (cleaned) {
      case Stmt.For loop ->
          loop.var().extent() == 0 || isNothing(loop.body()) ? Stmt.NOTHING : loop;
      case Stmt.Let let -> isNothing(let.body()) ? Stmt.NOTHING : let;
      case Stmt.If guarded -> isNothing(guarded.body()) ? Stmt.NOTHING : guarded;
      case Stmt.Allocate allocate -> isNothing(allocate.body()) ? Stmt.NOTHING : allocate;
      case Stmt.Seq sequence -> flatten(sequence);
      case Stmt.ThreadReduce reduce -> isNothing(reduce.body()) ? Stmt.NOTHING : reduce;
      case Stmt.Shuffle shuffle -> isNothing(shuffle.body()) ? Stmt.NOTHING : shuffle;
      case Stmt.Store store -> store;
      case Stmt.Barrier barrier -> barrier;
    };
  }

  private static Stmt flatten(Stmt.Seq sequence) {
    boolean isFlat =
        sequence.statements().size() != 1
            && sequence.statements().stream().noneMatch(Stmt.Seq.class::isInstance);
    if (isFlat) {
      return sequence;
    }
    List<Stmt> flat = new ArrayList<>();
    for (Stmt statement : sequence.statements()) {
      if (statement instanceof Stmt.Seq(List<Stmt> inner)) {
        flat.addAll(inner);
      } else {
        flat.add(statement);
      }
    }
    return Stmt.seq(flat.toArray(Stmt[]::new));
  }

  private static boolean isNothing(Stmt stmt) {
    return stmt instanceof Stmt.Seq(List<Stmt> statements) && statements.isEmpty();
  }
}
