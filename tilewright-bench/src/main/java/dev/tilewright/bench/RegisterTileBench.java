package dev.tilewright.bench;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.codegen.JitProgram;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.runtime.cpu.NativeKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * Prints the rate of register tiles of matrix products on one core: the bar for what a schedule can
 * reach on this machine. A tile is {@code C[t, i, j] = sum over k of A[k, i] * B[k, j]} with
 * operands that fit in the first two caches; it is computed several times in a row. The time to
 * compile each tile is printed beside it.
 */
public final class RegisterTileBench {
  private static final int DEPTH = 256;
  private static final int REPEATS = 8;
  private static final int COMPILATIONS = 30;
  private static final int CALLS = 5000;
  private static final long ALIGNMENT = 64;

  /** Rows and columns. */
  private static final List<int[]> TILES =
      List.of(
          new int[] {14, 32},
          new int[] {12, 32},
          new int[] {8, 48},
          new int[] {6, 64},
          new int[] {28, 16},
          new int[] {6, 16},
          new int[] {4, 24});

  private final CpuTarget target = HostCpu.detect(1);
  private final CpuCompiler compiler = new CpuCompiler();

  private RegisterTileBench() {}

  public static void main(String[] arguments) {
    RegisterTileBench bench = new RegisterTileBench();
    IO.println(bench.target.text() + ", one core");
    TILES.forEach(tile -> bench.measure(tile[0], tile[1]));
  }

  private void measure(int rows, int columns) {
    Program program = program(rows, columns);
    double compileMillis = compileMillis(program);
    Kernel kernel = program.kernels().getFirst();
    try (JitProgram compiled = compiler.jit(program, target);
        Arena arena = Arena.ofConfined()) {
      MemorySegment pointers = arena.allocate(ValueLayout.ADDRESS, kernel.parameters().size());
      for (int i = 0; i < kernel.parameters().size(); i++) {
        long bytes = kernel.parameters().get(i).bytes();
        pointers.setAtIndex(ValueLayout.ADDRESS, i, arena.allocate(bytes, ALIGNMENT));
      }
      NativeKernel tile = new NativeKernel(kernel.name(), compiled.address(kernel.name()));
      double flops = 2.0 * rows * columns * DEPTH * REPEATS;
      double rate = flops / bestNanos(tile, pointers, kernel.chunks());
      IO.println(
          "%2d x %2d: %6.1f GFLOP/s, compiled in %.1f ms"
              .formatted(rows, columns, rate, compileMillis));
    }
  }

  private static double bestNanos(NativeKernel tile, MemorySegment pointers, long chunks) {
    long best = Long.MAX_VALUE;
    for (int call = 0; call < CALLS; call++) {
      long start = System.nanoTime();
      tile.invoke(pointers, 0, chunks);
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
  }

  private double compileMillis(Program program) {
    long best = Long.MAX_VALUE;
    for (int i = 0; i < COMPILATIONS; i++) {
      long start = System.nanoTime();
      compiler.jit(program, target).close();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best / 1e6;
  }

  private static Program program(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.FLOAT32, DEPTH, rows);
    Buffer b = te.placeholder("b", DType.FLOAT32, DEPTH, columns);
    Buffer c =
        te.reduce(
            "c",
            List.of("t", "i", "j"),
            Shape.of(REPEATS, rows, columns),
            List.of("k"),
            Shape.of(DEPTH),
            Combiner.sum(DType.FLOAT32),
            (at, k) -> Expr.mul(a.at(k[0], at[1]), b.at(k[0], at[2])));
    ScheduleState state = ScheduleState.initial(te.build(c));
    for (Step step : steps()) {
      state = step.apply(state);
    }
    return Lowering.lower(state);
  }

  private static List<Step> steps() {
    String sums = "c_local";
    return List.of(
        new CacheWrite("c", Buffer.Scope.LOCAL),
        new ComputeAt(sums, "c", "t"),
        new Reorder(sums, List.of("t", "k", "i", "j")),
        new Annotate(sums, "i", ForKind.UNROLLED),
        new Annotate(sums, "j", ForKind.VECTORIZED),
        new Annotate("c", "i", ForKind.UNROLLED),
        new Annotate("c", "j", ForKind.VECTORIZED),
        new Annotate("c", "t", ForKind.PARALLEL));
  }
}
