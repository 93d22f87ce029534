package dev.tilewright.core.lower;

import static dev.tilewright.core.lower.GpuLoweringCheck.H200;
import static dev.tilewright.core.lower.GpuLoweringCheck.assertRight;
import static dev.tilewright.core.testing.GpuSchedules.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.core.testing.Golden;
import dev.tilewright.core.testing.GpuSchedules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reductions that the threads of a block, or several blocks, make together. */
class ThreadReductionTest {
  /** Rows of a block, threads along the reduction, lanes of a load, over shapes that fit badly. */
  @ParameterizedTest
  @CsvSource({
    "8, 256, 1, 32, 4",
    "10, 100, 4, 16, 4",
    "7, 33, 4, 8, 2",
    "5, 1000, 2, 64, 4",
    "3, 1000, 1, 96, 2",
    "4, 2048, 2, 512, 4",
    "1, 2100, 1, 1024, 1",
    "6, 17, 16, 2, 1"
  })
  void denseSums(long columns, long depth, long rows, long threads, long lanes) {
    assertRight(
        GpuSchedules.denseByThreads(GpuSchedules.dense(columns, depth), rows, threads, lanes));
  }

  @Test
  void withinAWarp() {
    Program program = assertRight(GpuSchedules.denseByThreads(GpuSchedules.dense(8, 256), 4, 8, 4));
    Golden.check(getClass(), "withinAWarp", ProgramPrinter.text(program));
  }

  @Test
  void acrossWarps() {
    Program program =
        assertRight(GpuSchedules.denseByThreads(GpuSchedules.dense(8, 1000), 2, 96, 1));
    Golden.check(getClass(), "acrossWarps", ProgramPrinter.text(program));
  }

  /** Index and value of the largest element: both components travel, ties go to the first. */
  @ParameterizedTest
  @ValueSource(longs = {4, 32, 128})
  void tuples(long threads) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 6, threads);
    List<Buffer> best =
        te.reduceTuple(
            List.of("index", "value"),
            List.of("i"),
            Shape.of(6),
            List.of("k"),
            Shape.of(threads),
            Combiner.argmax(DType.INT64, DType.FLOAT32),
            (i, k) -> List.of(new Expr.FromIndex(k[0], DType.INT64), x.at(i[0], k[0])));
    ScheduleState state =
        ScheduleState.initial(te.build(best.get(0), best.get(1)))
            .apply(
                List.of(
                    bind("index", "i", ThreadAxis.BLOCK_X),
                    bind("index", "k", ThreadAxis.THREAD_X)));
    assertRight(state);
  }

  private static ComputeDag rowsDividedByTheirSums(long rows, long columns) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, rows, columns);
    Buffer sum =
        te.reduce(
            "sum",
            List.of("i"),
            Shape.of(rows),
            List.of("k"),
            Shape.of(columns),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> Expr.mul(x.at(i[0], k[0]), x.at(i[0], k[0])));
    return te.build(
        te.compute("y", Shape.of(rows, columns), i -> Expr.div(x.at(i[0], i[1]), sum.at(i[0]))));
  }

  /** Every thread has the sum of the row, and uses it in the same kernel. */
  @ParameterizedTest
  @ValueSource(longs = {16, 64})
  void resultsInRegistersOfAllThreads(long threads) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Split("sum", "k", List.of(threads)));
    steps.add(new Rfactor("sum", "k.1", 1));
    steps.add(new Split("y", "ax1", List.of(threads)));
    steps.add(bind("y", "ax0", ThreadAxis.BLOCK_X));
    steps.add(bind("y", "ax1.1", ThreadAxis.THREAD_X));
    steps.add(new ComputeAt("sum", "y", "ax0"));
    steps.add(bind("sum", "k.1", ThreadAxis.THREAD_X));
    steps.add(new ComputeAt("sum_rf", "sum", "k.1"));
    Program program =
        assertRight(ScheduleState.initial(rowsDividedByTheirSums(5, 100)).apply(steps));
    assertThat(program.kernels()).hasSize(1);
  }

  /** The first thread puts the sum into shared memory. */
  @Test
  void resultsInSharedMemory() {
    List<Step> steps = new ArrayList<>();
    steps.add(new CacheWrite("sum", Buffer.Scope.SHARED));
    steps.add(new ComputeInline("sum"));
    steps.add(new Split("sum_shared", "k", List.of(64L)));
    steps.add(new Rfactor("sum_shared", "k.1", 1));
    steps.add(new Split("y", "ax1", List.of(64L)));
    steps.add(bind("y", "ax0", ThreadAxis.BLOCK_X));
    steps.add(bind("y", "ax1.1", ThreadAxis.THREAD_X));
    steps.add(new ComputeAt("sum_shared", "y", "ax0"));
    steps.add(bind("sum_shared", "k.1", ThreadAxis.THREAD_X));
    steps.add(new ComputeAt("sum_shared_rf", "sum_shared", "k.1"));
    Program program =
        assertRight(ScheduleState.initial(rowsDividedByTheirSums(5, 100)).apply(steps));
    assertThat(program.kernels()).hasSize(1);
  }

  /** Blocks along the reduction write a workspace, which a second kernel sums. */
  @Test
  void splitAcrossBlocks() {
    List<Step> steps = new ArrayList<>();
    steps.add(new Split("y", "k", List.of(25L)));
    steps.add(new Rfactor("y", "k.0", 0));
    steps.add(new Split("y_rf", "k.1", List.of(8L)));
    steps.add(new Rfactor("y_rf", "k.1.1", 2));
    steps.add(bind("y_rf", "k.0", ThreadAxis.BLOCK_Y));
    steps.add(bind("y_rf", "j", ThreadAxis.BLOCK_X));
    steps.add(bind("y_rf", "k.1.1", ThreadAxis.THREAD_X));
    steps.add(new ComputeAt("y_rf_rf", "y_rf", "k.1.1"));
    steps.add(bind("y", "j", ThreadAxis.THREAD_X));
    ScheduleState state = ScheduleState.initial(GpuSchedules.dense(6, 200)).apply(steps);
    Program program = assertRight(state);
    assertThat(program.kernels()).hasSize(2);
    Golden.check(getClass(), "splitAcrossBlocks", ProgramPrinter.text(program));
  }

  /** 8 and 3 threads along x and y: the second warp would miss lanes. */
  @Test
  void warpsThatAreNotFullAreRefused() {
    ScheduleState state = GpuSchedules.denseByThreads(GpuSchedules.dense(8, 64), 5, 8, 1);
    assertThatThrownBy(() -> Lowering.lower(state, H200))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessageContaining(
            "kernel y: 40 threads reduce together, the last warp is not full; expected a multiple"
                + " of 32");
  }
}
