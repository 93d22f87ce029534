package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Stage;
import java.util.List;
import java.util.function.Predicate;

/**
 * What one thread of a GPU's grid does for a statement, and what its warp asks of memory.
 *
 * @param blocks of the statement's kernel, as far as its own loops say
 * @param threads of a block that take part
 * @param trips iterations of the loops that are not written out
 * @param arithmetic instructions of one trip
 * @param memory instructions of one trip
 * @param sectors of global memory that a warp asks for in one trip
 * @param passes over the banks of shared memory of a warp in one trip
 * @param chain arithmetic instructions of one trip that wait for each other
 * @param worstSectors of any access to global memory, relative to the fewest possible; 1 is best
 * @param worstPasses likewise for shared memory
 * @param readsGlobal whether a trip waits for global memory
 * @param readsShared whether a trip waits for shared memory
 * @param usesLocalMemory whether a local buffer is not in registers, since loops over it remain
 */
record ThreadWork(
    double blocks,
    double threads,
    double trips,
    double arithmetic,
    double memory,
    double sectors,
    double passes,
    double chain,
    double worstSectors,
    double worstPasses,
    boolean readsGlobal,
    boolean readsShared,
    boolean usesLocalMemory) {
  private static final int VECTOR_BYTES = 16;

  /** A word of local memory lies beside those of the other threads of the warp. */
  private static final double LOCAL_SECTORS = 4;

  double warps() {
    return Math.ceil(threads / WarpAccess.WARP);
  }

  static ThreadWork of(Statement statement) {
    return new Count(statement).work();
  }

  /** Adds up the accesses of one statement. */
  private static final class Count {
    private final Statement statement;
    private final LoopPath path;
    private final boolean[] straight;
    private double memory;
    private double sectors;
    private double passes;
    private double worstSectors = 1;
    private double worstPasses = 1;
    private boolean readsGlobal;
    private boolean readsShared;
    private boolean usesLocalMemory;

    Count(Statement statement) {
      this.statement = statement;
      this.path = statement.path();
      this.straight = straight(path);
    }

    ThreadWork work() {
      Stage stage = statement.stage();
      for (Access read : statement.reads()) {
        add(read, true, 1);
      }
      boolean accumulates = stage.op().isReduction() && !stage.reducesAcrossThreads();
      for (Access write : statement.writes()) {
        add(write, accumulates, accumulates ? 2 : 1);
      }
      return new ThreadWork(
          product(iter -> isBound(iter, true)),
          product(iter -> isBound(iter, false)),
          serial(false),
          serial(true) * ComputeCost.operations(stage),
          memory,
          sectors,
          passes,
          stage.op().isReduction() ? reductionCopies() : 1,
          worstSectors,
          worstPasses,
          readsGlobal,
          readsShared,
          usesLocalMemory);
    }

    private void add(Access access, boolean isRead, int times) {
      Buffer.Scope scope = access.buffer().scope();
      if (scope == Buffer.Scope.LOCAL) {
        addLocal(access, times);
        return;
      }
      long lanes = vectorElements(access);
      double count = times * instructions(access, lanes);
      WarpAccess warp = WarpAccess.of(path, access, lanes * access.buffer().dtype().bytes());
      memory += count;
      double least = Math.max(1, WarpAccess.WARP * warp.bytes() / 128.0);
      if (scope == Buffer.Scope.SHARED) {
        passes += count * warp.passes();
        worstPasses = Math.max(worstPasses, warp.passes() / least);
        readsShared |= isRead;
      } else {
        sectors += count * warp.sectors();
        worstSectors = Math.max(worstSectors, warp.sectors() / (4 * least));
        readsGlobal |= isRead;
      }
    }

    private void addLocal(Access access, int times) {
      for (int loop = 0; loop < straight.length; loop++) {
        Iter iter = path.loops().get(loop);
        boolean own = loop >= path.own() || access.buffer() != output();
        if (own
            && !straight[loop]
            && iter.extent() > 1
            && !isGrid(iter)
            && access.dependsOn(loop)) {
          usesLocalMemory = true;
        }
      }
      if (usesLocalMemory) {
        memory += times * instructions(access, 1);
        sectors += times * instructions(access, 1) * LOCAL_SECTORS;
      }
    }

    private Buffer output() {
      return statement.stage().op().outputs().getFirst();
    }

    /** Instructions of an access in one trip: equal ones are done once. */
    private double instructions(Access access, long lanes) {
      double count = 1;
      for (int loop = 0; loop < straight.length; loop++) {
        if (straight[loop] && access.dependsOn(loop)) {
          count *= path.loops().get(loop).extent();
        }
      }
      return Math.max(1, count / lanes);
    }

    /** Elements that one instruction moves. */
    private long vectorElements(Access access) {
      int vector = path.vector();
      if (vector < 0 || !access.isContiguous(vector)) {
        return 1;
      }
      long most = Math.max(1, VECTOR_BYTES / access.buffer().dtype().bytes());
      return Math.min(most, path.loops().get(vector).extent());
    }

    private double serial(boolean ofStraight) {
      double product = 1;
      for (int loop = 0; loop < straight.length; loop++) {
        if (straight[loop] == ofStraight && !isGrid(path.loops().get(loop))) {
          product *= path.loops().get(loop).extent();
        }
      }
      return product;
    }

    private double reductionCopies() {
      double product = 1;
      for (int loop = 0; loop < straight.length; loop++) {
        Iter iter = path.loops().get(loop);
        if (straight[loop] && iter.kind() == Iter.Kind.REDUCE) {
          product *= iter.extent();
        }
      }
      return product;
    }

    private double product(Predicate<Iter> which) {
      return path.loops().stream()
          .filter(which)
          .mapToDouble(Iter::extent)
          .reduce(1, (a, b) -> a * b);
    }

    private static boolean isGrid(Iter iter) {
      return isBound(iter, true) || isBound(iter, false);
    }

    private static boolean isBound(Iter iter, boolean toBlocks) {
      return iter.annotation() instanceof ForKind.Bound(var axis)
          && (toBlocks ? axis.isBlock() : axis.isThread());
    }
  }

  /**
   * Which loops are written out in the code of one thread: lanes, virtual threads, and inner loops
   * as far as the unroll depth of the stage goes.
   */
  private static boolean[] straight(LoopPath path) {
    List<Iter> loops = path.loops();
    boolean[] straight = new boolean[loops.size()];
    long depth = Math.max(1, path.stage().autoUnrollMaxStep());
    boolean inner = true;
    long copies = 1;
    for (int i = loops.size() - 1; i >= 0; i--) {
      Iter iter = loops.get(i);
      boolean always =
          switch (iter.annotation()) {
            case ForKind.Vectorized() -> true;
            case ForKind.Unrolled() -> true;
            case ForKind.Bound(var axis) -> axis == ForKind.ThreadAxis.VTHREAD;
            case ForKind.Serial() -> false;
            case ForKind.Parallel() -> false;
          };
      boolean bound = iter.annotation() instanceof ForKind.Bound;
      if (always) {
        straight[i] = true;
      } else if (!bound && inner) {
        copies *= iter.extent();
        straight[i] = copies <= depth || iter.extent() == 1;
        inner = straight[i];
      }
    }
    return straight;
  }
}
