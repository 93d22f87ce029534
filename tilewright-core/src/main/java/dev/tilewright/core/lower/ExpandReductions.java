package dev.tilewright.core.lower;

import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import dev.tilewright.core.target.GpuTarget;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes reductions over threads as exchanges of values: within a warp by shuffles, where each lane
 * combines its value with that of the lane 16, 8, 4, 2 and 1 away (a butterfly, after which all
 * lanes have the result); across warps through shared memory, from where the lanes of every warp
 * fetch one partial result each and do the same again. Lanes without one use the identity.
 */
final class ExpandReductions {
  private final GridKernel grid;
  private final GpuTarget target;
  private final List<Buffer> shared;

  private ExpandReductions(GridKernel grid, GpuTarget target) {
    this.grid = grid;
    this.target = target;
    this.shared = new ArrayList<>(grid.shared());
  }

  static Program run(Program program, GpuTarget target) {
    return new Program(
        program.kernels().stream().map(kernel -> expand(kernel, target)).toList(),
        program.inputs(),
        program.outputs(),
        program.workspaces());
  }

  private static Kernel expand(Kernel kernel, GpuTarget target) {
    GridKernel grid = GridKernel.of(kernel);
    if (!Stmts.needsAllThreads(grid.body())) {
      return kernel;
    }
    ExpandReductions expansion = new ExpandReductions(grid, target);
    expansion.requireFullWarps();
    Stmt body = expansion.expand(grid.body());
    return grid.with(expansion.shared, body);
  }

  /** All lanes of a warp exist, or there is one warp and its last lanes do not. */
  private void requireFullWarps() {
    long threads = grid.threadsPerBlock();
    if (threads > target.warpSize() && threads % target.warpSize() != 0) {
      throw new LoweringRefusedException(
          "kernel %s: %d threads reduce together, the last warp is not full; expected a multiple of %d"
              .formatted(grid.kernel().name(), threads, target.warpSize()));
    }
  }

  private Stmt expand(Stmt stmt) {
    Stmt inner = Stmts.mapStatements(stmt, this::expand);
    return inner instanceof Stmt.ThreadReduce reduce ? exchange(reduce) : inner;
  }

  private Stmt exchange(Stmt.ThreadReduce reduce) {
    long threads = grid.threads(ThreadAxis.THREAD_X);
    long warp = target.warpSize();
    Butterfly first = new Butterfly(reduce, "warp");
    if (threads <= warp) {
      return first.write(reduce.values(), threads, reduce.params(), reduce.body());
    }
    List<Expr.Param> perWarp = first.names("all");
    List<Buffer> partial = partialResults(reduce, threads / warp);
    Index lane = thread(ThreadAxis.THREAD_X).floorMod(warp);
    List<Stmt> stores = new ArrayList<>();
    for (int t = 0; t < partial.size(); t++) {
      List<Index> place = place(thread(ThreadAxis.THREAD_X).floorDiv(warp));
      stores.add(new Stmt.Store(partial.get(t), place, perWarp.get(t)));
    }
    Stmt kept = new Stmt.If(Expr.lt(lane, Index.ONE), Stmt.seq(stores.toArray(Stmt[]::new)));
    return first.write(
        reduce.values(),
        warp,
        perWarp,
        Stmt.seq(kept, acrossWarps(reduce, partial, threads / warp)));
  }

  private Stmt acrossWarps(Stmt.ThreadReduce reduce, List<Buffer> partial, long warps) {
    long lanes = warps == 1 ? 1 : Long.highestOneBit(warps - 1) * 2;
    Index number = thread(ThreadAxis.THREAD_X).floorMod(lanes);
    List<Expr> fetched = new ArrayList<>();
    for (int t = 0; t < partial.size(); t++) {
      fetched.add(
          Expr.select(
              Expr.lt(number, Index.of(warps)),
              new Expr.Load(partial.get(t), place(number)),
              reduce.combiner().identities().get(t)));
    }
    return new Butterfly(reduce, "block").write(fetched, lanes, reduce.params(), reduce.body());
  }

  /** One element for each warp along {@code threadIdx.x}, in each row of threads. */
  private List<Buffer> partialResults(Stmt.ThreadReduce reduce, long warps) {
    Shape shape =
        Shape.of(grid.threads(ThreadAxis.THREAD_Z), grid.threads(ThreadAxis.THREAD_Y), warps);
    List<Buffer> partial = new ArrayList<>();
    for (Expr.Param result : reduce.params()) {
      partial.add(new Buffer(result.name() + "_warps", result.dtype(), shape, Buffer.Scope.SHARED));
    }
    shared.addAll(partial);
    return partial;
  }

  private List<Index> place(Index warp) {
    return List.of(thread(ThreadAxis.THREAD_Z), thread(ThreadAxis.THREAD_Y), warp);
  }

  private Index thread(ThreadAxis axis) {
    return grid.threads().stream()
        .filter(bound -> bound.axis() == axis)
        .findFirst()
        .map(bound -> Index.of(bound.var()))
        .orElse(Index.ZERO);
  }

  /** Shuffles and combinations over a power of two of lanes. */
  private record Butterfly(Stmt.ThreadReduce reduce, String level) {
    List<Expr.Param> names(String suffix) {
      return reduce.params().stream()
          .map(param -> new Expr.Param(param.name() + "_" + level + "_" + suffix, param.dtype()))
          .toList();
    }

    /** Names the results over groups of lanes, so that the body may use them. */
    Stmt write(List<Expr> values, long lanes, List<Expr.Param> results, Stmt body) {
      List<Expr.Param> own = lanes == 1 ? results : names("own" + lanes);
      Stmt rest = lanes == 1 ? body : stage(own, lanes / 2, results, body);
      return lets(own, values, rest);
    }

    private Stmt stage(List<Expr.Param> own, long distance, List<Expr.Param> results, Stmt body) {
      List<Expr.Param> other = names("other" + distance);
      Combiner combiner = reduce.combiner();
      List<Expr> combined = TupleUpdate.results(combiner, List.copyOf(own), List.copyOf(other));
      Stmt nest = write(combined, distance, results, body);
      for (int t = other.size() - 1; t >= 0; t--) {
        nest = new Stmt.Shuffle(other.get(t), own.get(t), Math.toIntExact(distance), nest);
      }
      return nest;
    }

    private static Stmt lets(List<Expr.Param> params, List<Expr> values, Stmt body) {
      Stmt named = body;
      for (int t = params.size() - 1; t >= 0; t--) {
        named = new Stmt.Let(params.get(t), values.get(t), named);
      }
      return named;
    }
  }
}
