package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The shared buffers that something writes and those that it reads to compute something else.
 *
 * <p>Each element of a shared buffer has one thread that writes it, since the loops of a stage meet
 * every point once and only spatial loops are bound. A statement that reads what it writes (an
 * accumulation) is executed by that thread, too. So neither two writes nor an accumulation need a
 * barrier, only the reads by others.
 */
final class SharedAccesses {
  private final Set<Buffer> read = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Buffer> written = Collections.newSetFromMap(new IdentityHashMap<>());

  static SharedAccesses of(Stmt stmt) {
    SharedAccesses accesses = new SharedAccesses();
    accesses.collect(stmt);
    return accesses;
  }

  private void collect(Stmt stmt) {
    switch (stmt) {
      case Stmt.Store leaf -> add(leaf);
      case Stmt.Let(Expr.Param param, Expr value, Stmt body) when Stmts.needsAllThreads(body) -> {
        addReads(value);
        collect(body);
      }
      case Stmt.Let leaf -> add(leaf);
      case Stmt.ThreadReduce(var params, var combiner, List<Expr> values, Stmt body) -> {
        values.forEach(this::addReads);
        collect(body);
      }
      case Stmt.Shuffle(var param, Expr value, int laneMask, Stmt body) -> {
        addReads(value);
        collect(body);
      }
      case Stmt.If(Expr condition, Stmt body) -> {
        addReads(condition);
        collect(body);
      }
      case Stmt.For loop -> collect(loop.body());
      case Stmt.Allocate allocate -> collect(allocate.body());
      case Stmt.Seq(List<Stmt> statements) -> statements.forEach(this::collect);
      case Stmt.Barrier ignored -> {}
    }
  }

  private void add(Stmt leaf) {
    List<Buffer> writes = Stmts.buffersWritten(leaf);
    addShared(writes, written);
    addShared(
        Stmts.buffersRead(leaf).stream().filter(buffer -> !writes.contains(buffer)).toList(), read);
  }

  void addReads(Expr value) {
    addShared(Exprs.buffersRead(List.of(value)), read);
  }

  /** Adds what another has; true if that is more. */
  boolean addAll(SharedAccesses other) {
    boolean more = read.addAll(other.read);
    return written.addAll(other.written) || more;
  }

  void clear() {
    read.clear();
    written.clear();
  }

  SharedAccesses copy() {
    SharedAccesses copy = new SharedAccesses();
    copy.addAll(this);
    return copy;
  }

  /** True if one reads what the other writes. */
  boolean conflicts(SharedAccesses later) {
    return !Collections.disjoint(written, later.read) || !Collections.disjoint(read, later.written);
  }

  private void addShared(List<Buffer> buffers, Set<Buffer> set) {
    for (Buffer buffer : buffers) {
      if (buffer.scope() == Buffer.Scope.SHARED) {
        set.add(buffer);
      }
    }
  }
}
