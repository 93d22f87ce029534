package dev.tilewright.core.ir;

import dev.tilewright.base.InternalException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Var;
import java.util.ArrayList;
import java.util.List;

/**
 * A kernel for a GPU taken apart: loops over the blocks of the grid, around the allocations of
 * shared memory, around loops over the threads of a block, around what each thread does.
 *
 * <pre>
 * bound block_x bx in 0..8
 *   shared tile: float32[32]
 *     bound thread_x tx in 0..32
 *       …
 * </pre>
 *
 * @param blocks the loops over blocks, outermost first, each axis at most once
 * @param shared memory of a block, undefined when the block begins
 * @param threads the loops over threads, outermost first, each axis at most once
 * @param body what one thread does; it holds no bound loop and allocates no shared memory
 */
public record GridKernel(
    Kernel kernel, List<Bound> blocks, List<Buffer> shared, List<Bound> threads, Stmt body) {
  /** A loop that is bound to an axis of the grid. */
  public record Bound(ForKind.ThreadAxis axis, Var var) {}

  public GridKernel {
    blocks = List.copyOf(blocks);
    shared = List.copyOf(shared);
    threads = List.copyOf(threads);
  }

  /** True if the kernel is written for a grid of thread blocks. */
  public static boolean isGrid(Kernel kernel) {
    return kernel.body() instanceof Stmt.For(var variable, ForKind.Bound(var axis), var body);
  }

  /**
   * The parts of a kernel.
   *
   * @throws InternalException if it does not have that form
   */
  public static GridKernel of(Kernel kernel) {
    List<Bound> blocks = new ArrayList<>();
    Stmt rest = takeLoops(kernel.body(), true, blocks);
    List<Buffer> shared = new ArrayList<>();
    while (rest instanceof Stmt.Allocate(Buffer buffer, Stmt inner)
        && buffer.scope() == Buffer.Scope.SHARED) {
      shared.add(buffer);
      rest = inner;
    }
    List<Bound> threads = new ArrayList<>();
    rest = takeLoops(rest, false, threads);
    Stmts.forEach(rest, stmt -> checkInner(kernel, stmt));
    return new GridKernel(kernel, blocks, shared, threads, rest);
  }

  /** The kernel with other shared buffers, doing something else in each thread. */
  public Kernel with(List<Buffer> newShared, Stmt newBody) {
    Stmt nest = around(threads, newBody);
    for (Buffer buffer : newShared.reversed()) {
      nest = new Stmt.Allocate(buffer, nest);
    }
    return new Kernel(kernel.name(), kernel.parameters(), around(blocks, nest));
  }

  private static Stmt around(List<Bound> loops, Stmt body) {
    Stmt nest = body;
    for (Bound loop : loops.reversed()) {
      nest = new Stmt.For(loop.var(), new ForKind.Bound(loop.axis()), nest);
    }
    return nest;
  }

  /** Number of blocks along an axis. */
  public long blocks(ForKind.ThreadAxis axis) {
    return extent(blocks, axis);
  }

  /** Threads of a block along an axis. */
  public long threads(ForKind.ThreadAxis axis) {
    return extent(threads, axis);
  }

  /** Threads of a block. */
  public long threadsPerBlock() {
    return threads.stream().mapToLong(bound -> bound.var().extent()).reduce(1, Math::multiplyExact);
  }

  /** Bytes of shared memory of a block. */
  public long sharedBytes() {
    return shared.stream().mapToLong(Buffer::bytes).reduce(0, Math::addExact);
  }

  private static long extent(List<Bound> loops, ForKind.ThreadAxis axis) {
    return loops.stream()
        .filter(bound -> bound.axis() == axis)
        .mapToLong(bound -> bound.var().extent())
        .findFirst()
        .orElse(1);
  }

  private static Stmt takeLoops(Stmt stmt, boolean blocks, List<Bound> taken) {
    Stmt rest = stmt;
    while (rest instanceof Stmt.For(Var variable, ForKind.Bound(var axis), Stmt inner)
        && axis.isBlock() == blocks) {
      taken.add(new Bound(axis, variable));
      rest = inner;
    }
    return rest;
  }

  private static void checkInner(Kernel kernel, Stmt stmt) {
    if (stmt instanceof Stmt.For(Var variable, ForKind.Bound(var axis), var body)) {
      throw new InternalException(
          "kernel %s: loop %s is bound to %s inside of what a thread does; expected it around"
              .formatted(kernel.name(), variable, axis));
    }
    if (stmt instanceof Stmt.Allocate(Buffer buffer, var body)
        && buffer.scope() == Buffer.Scope.SHARED) {
      throw new InternalException(
          "kernel %s: shared buffer %s is allocated by a thread; expected it around the threads"
              .formatted(kernel.name(), buffer));
    }
  }
}
