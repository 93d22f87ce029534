package dev.tilewright.core.testing;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import java.util.ArrayList;
import java.util.List;

/** Schedules for GPUs, written by hand. */
public final class GpuSchedules {
  private GpuSchedules() {}

  /** The step that binds a loop. */
  public static Step bind(String stage, String iter, ThreadAxis axis) {
    return new Annotate(stage, iter, new ForKind.Bound(axis));
  }

  /** {@code y[i] = max(x[i], 0)}. */
  public static ComputeDag relu(long extent) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, extent);
    Expr zero = Expr.constant(0.0, DType.FLOAT32);
    return te.build(te.compute("y", Shape.of(extent), i -> Expr.max(x.at(i[0]), zero)));
  }

  /** A ReLU with some threads a block, each with some elements next to each other. */
  public static ScheduleState relu(long extent, long threads, long lanes) {
    return ScheduleState.initial(relu(extent))
        .apply(
            List.of(
                new Split("y", "ax0", List.of(threads, lanes)),
                bind("y", "ax0.0", ThreadAxis.BLOCK_X),
                bind("y", "ax0.1", ThreadAxis.THREAD_X),
                new Annotate("y", "ax0.2", ForKind.VECTORIZED)));
  }

  /** {@code c[i, j] = sum(k: a[i, k] * b[k, j])}. */
  public static ComputeDag matmul(long m, long n, long k) {
    DagBuilder te = new DagBuilder();
    Buffer a = te.placeholder("a", DType.FLOAT32, m, k);
    Buffer b = te.placeholder("b", DType.FLOAT32, k, n);
    return te.build(
        te.reduce(
            "c",
            List.of("i", "j"),
            Shape.of(m, n),
            List.of("k"),
            Shape.of(k),
            Combiner.sum(DType.FLOAT32),
            (i, r) -> Expr.mul(a.at(i[0], r[0]), b.at(r[0], i[1]))));
  }

  /**
   * A matrix product by tiles in shared memory.
   *
   * @param virtual virtual threads along both axes
   * @param threads threads of a block along both axes
   * @param tile elements of a thread along both axes
   * @param depth elements of the reduction that are in shared memory at a time
   * @param lanes elements that a thread copies at a time
   */
  public static ScheduleState matmul(
      ComputeDag dag, long virtual, long threads, long tile, long depth, long lanes) {
    List<Step> steps = new ArrayList<>();
    steps.add(new CacheWrite("c", Buffer.Scope.LOCAL));
    steps.add(new Split("c", "i", List.of(virtual, threads, tile)));
    steps.add(new Split("c", "j", List.of(virtual, threads, tile)));
    steps.add(new Reorder("c", List.of("i.0", "j.0", "i.1", "j.1", "i.2", "j.2", "i.3", "j.3")));
    steps.add(new Fuse("c", List.of("i.0", "j.0")));
    steps.add(new Fuse("c", List.of("i.1", "j.1")));
    steps.add(new Fuse("c", List.of("i.2", "j.2")));
    steps.add(bind("c", "i.0@j.0", ThreadAxis.BLOCK_X));
    steps.add(bind("c", "i.1@j.1", ThreadAxis.VTHREAD));
    steps.add(bind("c", "i.2@j.2", ThreadAxis.THREAD_X));
    steps.add(new ComputeAt("c_local", "c", "i.2@j.2"));
    steps.add(new Split("c_local", "k", List.of(depth)));
    steps.add(new Reorder("c_local", List.of("k.0", "k.1", "i", "j")));
    for (String input : List.of("a", "b")) {
      steps.addAll(sharedCopy(input, "c_local", "k.0", threads * threads, lanes));
    }
    return ScheduleState.initial(dag).apply(steps);
  }

  /** A tiled matrix product with its inner loops written out. */
  public static ScheduleState unrolled(ScheduleState matmul) {
    return matmul.apply(
        List.of(
            new Annotate("c_local", "k.1", ForKind.UNROLLED),
            new Annotate("c_local", "i", ForKind.UNROLLED),
            new Annotate("c_local", "j", ForKind.UNROLLED),
            new Annotate("c", "i.3", ForKind.UNROLLED),
            new Annotate("c", "j.3", ForKind.VECTORIZED)));
  }

  /** Lets the threads of a block copy a matrix into shared memory together. */
  public static List<Step> sharedCopy(
      String input, String reader, String at, long threads, long lanes) {
    String copy = input + "_shared";
    return List.of(
        new CacheRead(input, Buffer.Scope.SHARED, List.of(reader)),
        new ComputeAt(copy, reader, at),
        new Fuse(copy, List.of("ax0", "ax1")),
        new Split(copy, "ax0@ax1", List.of(threads, lanes)),
        bind(copy, "ax0@ax1.1", ThreadAxis.THREAD_X),
        new Annotate(copy, "ax0@ax1.2", ForKind.VECTORIZED));
  }

  /** {@code y[j] = sum(k: x[k] * w[j, k])}. */
  public static ComputeDag dense(long columns, long depth) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, depth);
    Buffer w = te.placeholder("w", DType.FLOAT32, columns, depth);
    return te.build(
        te.reduce(
            "y",
            List.of("j"),
            Shape.of(columns),
            List.of("k"),
            Shape.of(depth),
            Combiner.sum(DType.FLOAT32),
            (i, r) -> Expr.mul(x.at(r[0]), w.at(i[0], r[0]))));
  }

  /**
   * A dense layer whose sums are made by threads together: each thread sums its part of the columns
   * in vectors, then over the lanes of the vector, then the threads combine what they have.
   *
   * @param rows outputs of a block
   * @param threads threads along the reduction
   * @param lanes elements that a thread loads at a time
   */
  public static ScheduleState denseByThreads(ComputeDag dag, long rows, long threads, long lanes) {
    return ScheduleState.initial(dag)
        .apply(
            List.of(
                new Split("y", "k", List.of(threads, lanes)),
                new Rfactor("y", "k.1", 1),
                new Rfactor("y_rf", "k.2", 2),
                new Split("y", "j", List.of(rows)),
                bind("y", "j.0", ThreadAxis.BLOCK_X),
                bind("y", "j.1", ThreadAxis.THREAD_Y),
                bind("y", "k.1", ThreadAxis.THREAD_X),
                new ComputeAt("y_rf", "y", "k.1"),
                new ComputeAt("y_rf_rf", "y_rf", "k.1"),
                new Reorder("y_rf_rf", List.of("j", "k.1", "k.0", "k.2")),
                new Annotate("y_rf_rf", "k.2", ForKind.VECTORIZED),
                new Annotate("y_rf", "k.2", ForKind.UNROLLED)));
  }
}
