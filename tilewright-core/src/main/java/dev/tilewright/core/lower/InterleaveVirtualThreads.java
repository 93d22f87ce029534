package dev.tilewright.core.lower;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves loops over virtual threads inside, to the single statements, where they are written out.
 * What does not depend on the virtual thread is executed once; local buffers get a copy for each.
 *
 * <pre>
 * bound vthread v in 0..2           local t: float32[2, 1]
 *   local t: float32[1]             unrolled v in 0..2
 *   t[0] = 0                    →     t[v, 0] = 0
 *   for k                           for k
 *     t[0] = t[0] + x[v, k]           unrolled v in 0..2
 *                                       t[v, 0] = t[v, 0] + x[v, k]
 * </pre>
 */
final class InterleaveVirtualThreads {
  private final Var virtual;
  private final Map<Buffer, Buffer> copies = new IdentityHashMap<>();

  private InterleaveVirtualThreads(Var virtual) {
    this.virtual = virtual;
  }

  static Program run(Program program) {
    return Programs.mapBodies(program, InterleaveVirtualThreads::interleave);
  }

  private static Stmt interleave(Stmt stmt) {
    Stmt inner = Stmts.mapStatements(stmt, InterleaveVirtualThreads::interleave);
    return inner instanceof Stmt.For(Var variable, ForKind.Bound(var axis), Stmt body)
            && axis == ForKind.ThreadAxis.VTHREAD
        ? new InterleaveVirtualThreads(variable).push(body)
        : inner;
  }

  private Stmt push(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind kind, Stmt body)
          when !(kind instanceof ForKind.Vectorized) ->
          new Stmt.For(variable, kind, push(body));
      case Stmt.Seq sequence -> Stmts.mapStatements(sequence, this::push);
      case Stmt.Allocate(Buffer buffer, Stmt body) -> {
        Buffer copy = new Buffer(buffer.name(), buffer.dtype(), copied(buffer), buffer.scope());
        copies.put(buffer, copy);
        yield new Stmt.Allocate(copy, push(body));
      }
      case Stmt.For vectorized -> each(vectorized);
      case Stmt.Store leaf -> each(leaf);
      case Stmt.Let leaf -> each(leaf);
      case Stmt.If leaf -> each(leaf);
      case Stmt.ThreadReduce leaf -> each(leaf);
      case Stmt.Shuffle leaf -> each(leaf);
      case Stmt.Barrier leaf -> leaf;
    };
  }

  private Shape copied(Buffer buffer) {
    List<Long> extents = new ArrayList<>(List.of(virtual.extent()));
    for (long extent : buffer.shape().toArray()) {
      extents.add(extent);
    }
    return Shape.of(extents);
  }

  /** The statement for each virtual thread, or once if it is the same for all. */
  private Stmt each(Stmt stmt) {
    Var variable = new Var(virtual.name(), virtual.extent());
    Index number = Index.of(variable);
    Stmt one = Stmts.substitute(stmt, new IdentityHashMap<>(Map.of(virtual, number)));
    one = Stmts.mapLoads(one, load -> redirected(load, number));
    one = redirectedStores(one, number);
    return one == stmt ? stmt : new Stmt.For(variable, ForKind.UNROLLED, FreshCopy.of(one));
  }

  private Expr redirected(Expr.Load load, Index number) {
    Buffer copy = copies.get(load.buffer());
    return copy == null ? load : new Expr.Load(copy, with(number, load.indices()));
  }

  private Stmt redirectedStores(Stmt stmt, Index number) {
    Stmt inner = Stmts.mapStatements(stmt, child -> redirectedStores(child, number));
    return inner instanceof Stmt.Store(Buffer buffer, List<Index> indices, Expr value)
            && copies.containsKey(buffer)
        ? new Stmt.Store(copies.get(buffer), with(number, indices), value)
        : inner;
  }

  private static List<Index> with(Index number, List<Index> indices) {
    List<Index> all = new ArrayList<>(List.of(number));
    all.addAll(indices);
    return all;
  }
}
