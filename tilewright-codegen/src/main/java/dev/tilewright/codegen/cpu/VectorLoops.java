package dev.tilewright.codegen.cpu;

import dev.tilewright.base.DType;
import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** What is to be known about a vector loop before code is written for it. */
final class VectorLoops {
  private VectorLoops() {}

  /**
   * True if all lanes can execute each statement at once. They cannot if one writes an element that
   * is the same for all lanes, as a reduction over the lanes does: its order is that of a loop.
   */
  static boolean canVectorize(Stmt.For loop) {
    return canVectorize(
        loop.body(), loop.var(), Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean canVectorize(Stmt stmt, Var lane, Set<Buffer> ownPerLane) {
    return switch (stmt) {
      case Stmt.For(var inner, var kind, Stmt body) -> canVectorize(body, lane, ownPerLane);
      case Stmt.Store(Buffer buffer, List<Index> position, Expr value) ->
          ownPerLane.contains(buffer) || dependsOn(position, lane);
      case Stmt.Let(var param, var value, Stmt body) -> canVectorize(body, lane, ownPerLane);
      case Stmt.If(var condition, Stmt body) -> canVectorize(body, lane, ownPerLane);
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        ownPerLane.add(buffer);
        yield canVectorize(body, lane, ownPerLane);
      }
      case Stmt.Seq(List<Stmt> statements) ->
          statements.stream().allMatch(s -> canVectorize(s, lane, ownPerLane));
      case Stmt.Shuffle shuffle -> false;
      case Stmt.ThreadReduce reduce -> false;
      case Stmt.Barrier barrier -> true;
    };
  }

  private static boolean dependsOn(List<Index> position, Var lane) {
    return position.stream().anyMatch(index -> !Affine.of(index).isIndependentOf(lane));
  }

  /** Lanes of a register for the widest type that the body computes with. */
  static int registerLanes(Stmt body, Machine machine) {
    int[] bits = {8};
    Stmts.forEach(
        body,
        stmt -> {
          if (stmt instanceof Stmt.Store(var buffer, var position, Expr value)) {
            Exprs.forEach(value, e -> bits[0] = Math.max(bits[0], bits(e.dtype())));
          }
        });
    return machine.lanes(bits[0]);
  }

  private static int bits(DType dtype) {
    return dtype.isFloat() ? Math.max(32, dtype.bits()) : dtype.bits();
  }
}
