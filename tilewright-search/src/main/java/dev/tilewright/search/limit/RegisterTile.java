package dev.tilewright.search.limit;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.DagBuilder;
import java.time.Duration;
import java.util.List;

/**
 * A register tile of a matrix product, {@code C[t, i, j] = sum over k of A[k, i] * B[k, j]}, with
 * operands that fit in the first two caches, computed several times in a row. Its rate is the bar
 * for what a schedule of products and convolutions can reach.
 *
 * @param rows extent of i
 * @param columns extent of j
 */
public record RegisterTile(long rows, long columns) {
  private static final Duration LONG = Duration.ofMillis(300);
  private static final long DEPTH = 256;

  /** Enough that handing the work to threads does not show. */
  private static final long REPEATS = 128;

  /** Tiles that fit the register files of 256 and 512 bits. */
  public static final List<RegisterTile> CANDIDATES =
      List.of(
          new RegisterTile(14, 32),
          new RegisterTile(12, 32),
          new RegisterTile(8, 48),
          new RegisterTile(6, 64),
          new RegisterTile(28, 16),
          new RegisterTile(6, 16),
          new RegisterTile(4, 24));

  /** GFLOP/s of the fastest run on the target's threads together. */
  public double rate(CpuTarget target) {
    return rate(target, LONG);
  }

  private double rate(CpuTarget target, Duration time) {
    return 2.0 * rows * columns * DEPTH * REPEATS / FastestRun.nanos(schedule(), target, time);
  }

  /** The best rate of all candidates in GFLOP/s. */
  public static double bestRate(CpuTarget target) {
    return bestRate(target, LONG);
  }

  /** The same, measured for some time each. */
  static double bestRate(CpuTarget target, Duration time) {
    return CANDIDATES.stream().mapToDouble(tile -> tile.rate(target, time)).max().orElseThrow();
  }

  /** The tile's program; its repeats are the parallel chunks. */
  public ScheduleState schedule() {
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
    return HandSchedule.of(te.build(c), steps());
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
