package dev.tilewright.core.lower;

import dev.tilewright.core.analysis.Affine;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Brings the loops that are bound to blocks and threads outside, into the form of {@link
 * dev.tilewright.core.ir.GridKernel}. All loops bound to one axis become one; where one of them is
 * shorter, the threads beyond it rest. What does not depend on a thread axis is written by the
 * first thread along it.
 *
 * <pre>
 * bound block_x i.0 in 0..4            bound block_x blockIdx.x in 0..4
 *   bound thread_x i.1 in 0..32    →     bound thread_x threadIdx.x in 0..32
 *     y[i.0*32 + i.1] = …                  y[blockIdx.x*32 + threadIdx.x] = …
 * </pre>
 */
final class BindThreads {
  private static final List<ThreadAxis> BLOCKS =
      List.of(ThreadAxis.BLOCK_Z, ThreadAxis.BLOCK_Y, ThreadAxis.BLOCK_X);
  private static final List<ThreadAxis> THREADS =
      List.of(ThreadAxis.THREAD_Z, ThreadAxis.THREAD_Y, ThreadAxis.THREAD_X);

  private final Kernel kernel;
  private final Map<ThreadAxis, Var> grid = new EnumMap<>(ThreadAxis.class);
  private final Map<Var, Index> values = new IdentityHashMap<>();
  private final List<Buffer> shared = new ArrayList<>();

  private BindThreads(Kernel kernel) {
    this.kernel = kernel;
  }

  static Program run(Program program) {
    return new Program(
        program.kernels().stream().map(kernel -> new BindThreads(kernel).bind()).toList(),
        program.inputs(),
        program.outputs(),
        program.workspaces());
  }

  private Kernel bind() {
    Map<ThreadAxis, Long> extents = new EnumMap<>(ThreadAxis.class);
    extents.put(ThreadAxis.BLOCK_X, 1L);
    extents.put(ThreadAxis.THREAD_X, 1L);
    Stmts.forEach(
        kernel.body(),
        stmt -> {
          if (stmt instanceof Stmt.For(Var variable, ForKind.Bound(var axis), var body)) {
            extents.merge(axis, Math.max(1, variable.extent()), Math::max);
          }
        });
    extents.forEach((axis, extent) -> grid.put(axis, new Var(name(axis), extent)));
    Stmt body = bound(kernel.body());
    body = around(body, THREADS);
    for (Buffer buffer : shared.reversed()) {
      body = new Stmt.Allocate(buffer, body);
    }
    return new Kernel(kernel.name(), kernel.parameters(), around(body, BLOCKS));
  }

  private Stmt around(Stmt body, List<ThreadAxis> axes) {
    Stmt nest = body;
    for (ThreadAxis axis : axes.reversed()) {
      if (grid.containsKey(axis)) {
        nest = new Stmt.For(grid.get(axis), new ForKind.Bound(axis), nest);
      }
    }
    return nest;
  }

  private Stmt bound(Stmt stmt) {
    return switch (stmt) {
      case Stmt.For(Var variable, ForKind.Bound(var axis), Stmt body)
          when axis != ThreadAxis.VTHREAD ->
          bound(variable, grid.get(axis), body);
      case Stmt.Allocate(Buffer buffer, Stmt body) when buffer.scope() == Buffer.Scope.SHARED -> {
        shared.add(buffer);
        yield bound(body);
      }
      case Stmt.Store store -> byOneThread(mapped(store));
      case Stmt.Let let -> byOneThread(Stmts.substitute(let, values));
      case Stmt.For other -> mapped(other);
      case Stmt.Allocate other -> mapped(other);
      case Stmt.If other -> mapped(other);
      case Stmt.Seq other -> mapped(other);
      case Stmt.ThreadReduce other -> mapped(other);
      case Stmt.Shuffle other -> mapped(other);
      case Stmt.Barrier other -> other;
    };
  }

  private Stmt mapped(Stmt stmt) {
    return Stmts.mapChildren(
        stmt,
        this::bound,
        expr -> Exprs.substitute(expr, values),
        index -> Exprs.substitute(index, values));
  }

  private Stmt bound(Var variable, Var axis, Stmt body) {
    values.put(variable, Index.of(axis));
    boolean rests = variable.extent() < axis.extent();
    if (rests && (allocatesShared(body) || Stmts.needsAllThreads(body))) {
      throw new LoweringRefusedException(
          "kernel %s: %d of %d threads of %s compute a stage in shared memory or reduce; expected all, bind loops of equal extents"
              .formatted(kernel.name(), variable.extent(), axis.extent(), axis.name()));
    }
    Stmt inner = bound(body);
    return rests ? new Stmt.If(Expr.lt(Index.of(axis), Index.of(variable.extent())), inner) : inner;
  }

  /** A statement that writes, executed once along the axes on which its stores do not depend. */
  private Stmt byOneThread(Stmt stmt) {
    List<Stmt.Store> stores = new ArrayList<>();
    Stmts.forEach(
        stmt,
        child -> {
          if (child instanceof Stmt.Store store) {
            stores.add(store);
          }
        });
    if (stores.stream().anyMatch(store -> store.buffer().scope() == Buffer.Scope.LOCAL)) {
      return stmt;
    }
    Stmt once = stmt;
    for (ThreadAxis axis : THREADS) {
      Var thread = grid.get(axis);
      if (thread != null
          && thread.extent() > 1
          && stores.stream().allMatch(store -> isIndependent(store, thread))) {
        once = new Stmt.If(Expr.lt(Index.of(thread), Index.ONE), once);
      }
    }
    return once;
  }

  private static boolean isIndependent(Stmt.Store store, Var thread) {
    return store.indices().stream().allMatch(index -> Affine.of(index).isIndependentOf(thread));
  }

  private static boolean allocatesShared(Stmt stmt) {
    boolean[] found = {false};
    Stmts.forEach(
        stmt,
        child ->
            found[0] |=
                child instanceof Stmt.Allocate(Buffer buffer, var body)
                    && buffer.scope() == Buffer.Scope.SHARED);
    return found[0];
  }

  private static String name(ThreadAxis axis) {
    return switch (axis) {
      case BLOCK_X -> "blockIdx.x";
      case BLOCK_Y -> "blockIdx.y";
      case BLOCK_Z -> "blockIdx.z";
      case THREAD_X -> "threadIdx.x";
      case THREAD_Y -> "threadIdx.y";
      case THREAD_Z -> "threadIdx.z";
      case VTHREAD -> "vthread";
    };
  }
}
