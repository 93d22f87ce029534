package dev.tilewright.graph.network;

import dev.tilewright.base.InternalException;
import dev.tilewright.base.TilewrightException;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Stmts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/** Spreads programs over a few modules of about equal size, which are compiled side by side. */
final class CompileBatches {
  private static final int BATCHES_PER_THREAD = 2;
  private static final long STACK_BYTES = 16 << 20;

  private CompileBatches() {}

  /** Largest program first, each to the batch that has the least so far. */
  static List<List<CpuCompiler.Unit>> of(List<CpuCompiler.Unit> units, int threads) {
    int count = Math.min(units.size(), BATCHES_PER_THREAD * threads);
    List<List<CpuCompiler.Unit>> batches = new ArrayList<>();
    long[] sizes = new long[count];
    for (int batch = 0; batch < count; batch++) {
      batches.add(new ArrayList<>());
    }
    List<CpuCompiler.Unit> largestFirst =
        units.stream().sorted(Comparator.comparingLong(CompileBatches::size).reversed()).toList();
    for (CpuCompiler.Unit unit : largestFirst) {
      int least = 0;
      for (int batch = 1; batch < count; batch++) {
        least = sizes[batch] < sizes[least] ? batch : least;
      }
      batches.get(least).add(unit);
      sizes[least] += size(unit);
    }
    return batches;
  }

  /** Compiles every batch; the results are in the order of the batches. */
  static <T> List<T> run(
      List<List<CpuCompiler.Unit>> batches,
      int threads,
      Function<List<CpuCompiler.Unit>, T> compile) {
    ThreadFactory factory = task -> Thread.ofPlatform().stackSize(STACK_BYTES).unstarted(task);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads, factory)) {
      List<Future<T>> pending = new ArrayList<>();
      batches.forEach(batch -> pending.add(executor.submit(() -> compile.apply(batch))));
      List<T> results = new ArrayList<>();
      for (Future<T> future : pending) {
        results.add(future.get());
      }
      return results;
    } catch (ExecutionException failed) {
      throw failed.getCause() instanceof TilewrightException known
          ? known
          : new InternalException("compiling a network: " + failed.getCause(), failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InternalException("compiling a network was interrupted", interrupted);
    }
  }

  /** Number of statements and values, which the time to compile grows with. */
  private static long size(CpuCompiler.Unit unit) {
    long[] nodes = new long[1];
    for (Kernel kernel : unit.program().kernels()) {
      Stmts.forEach(kernel.body(), stmt -> nodes[0]++);
      Stmts.forEachExpr(kernel.body(), expr -> nodes[0]++);
    }
    return nodes[0];
  }
}
