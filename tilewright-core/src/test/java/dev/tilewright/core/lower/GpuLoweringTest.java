package dev.tilewright.core.lower;

import static dev.tilewright.core.lower.GpuLoweringCheck.H200;
import static dev.tilewright.core.lower.GpuLoweringCheck.assertRight;
import static dev.tilewright.core.testing.GpuSchedules.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.testing.Golden;
import dev.tilewright.core.testing.GpuSchedules;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schedules for GPUs as kernels; what they compute is compared with the DAG. */
class GpuLoweringTest {
  @Test
  void elementwise() {
    Program program = assertRight(GpuSchedules.relu(1000, 32, 4));
    Golden.check(getClass(), "elementwise", ProgramPrinter.text(program));
  }

  /**
   * Shared tiles, a barrier before and after they are read, two virtual threads along each axis.
   */
  @Test
  void tiledMatmul() {
    Program program =
        assertRight(GpuSchedules.matmul(GpuSchedules.matmul(32, 32, 32), 2, 4, 2, 8, 2));
    Golden.check(getClass(), "tiledMatmul", ProgramPrinter.text(program));
    GridKernel grid = GridKernel.of(program.kernels().getFirst());
    assertThat(grid.blocks(ThreadAxis.BLOCK_X)).isEqualTo(4);
    assertThat(grid.threads(ThreadAxis.THREAD_X)).isEqualTo(16);
    assertThat(grid.sharedBytes()).isEqualTo(2 * 16 * 8 * 4);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "7, 13, 5", "33, 31, 17", "64, 8, 40", "16, 16, 0"})
  void matmulsThatTilesDoNotDivide(long m, long n, long k) {
    assertRight(GpuSchedules.matmul(GpuSchedules.matmul(m, n, k), 2, 4, 2, 8, 4));
  }

  /** A stage that nobody bound runs as one thread. */
  @Test
  void plainStageIsOneThread() {
    Program program = assertRight(ScheduleState.initial(GpuSchedules.matmul(3, 4, 5)));
    GridKernel grid = GridKernel.of(program.kernels().getFirst());
    assertThat(grid.blocks(ThreadAxis.BLOCK_X)).isEqualTo(1);
    assertThat(grid.threadsPerBlock()).isEqualTo(1);
  }

  /** The copy runs on 8 threads, the rest of the kernel on 32. */
  @Test
  void shorterLoopsLetThreadsRest() {
    ScheduleState state =
        ScheduleState.initial(GpuSchedules.matmul(4, 32, 8))
            .apply(List.of(bind("c", "i", ThreadAxis.BLOCK_X), bind("c", "j", ThreadAxis.THREAD_X)))
            .apply(GpuSchedules.sharedCopy("a", "c", "i", 8, 1));
    Program program = assertRight(state);
    Golden.check(getClass(), "shorterLoopsLetThreadsRest", ProgramPrinter.text(program));
  }

  /** Nothing binds the loops of the copy, so that one thread makes it. */
  @Test
  void sharedStageWithoutThreadsIsWrittenByOne() {
    ScheduleState state =
        ScheduleState.initial(GpuSchedules.matmul(4, 32, 8))
            .apply(
                List.of(
                    bind("c", "i", ThreadAxis.BLOCK_X),
                    bind("c", "j", ThreadAxis.THREAD_X),
                    new CacheRead("a", Buffer.Scope.SHARED, List.of("c")),
                    new ComputeAt("a_shared", "c", "i")));
    assertRight(state);
  }

  @Test
  void tooManyThreadsAreRefused() {
    assertThatThrownBy(() -> Lowering.lower(GpuSchedules.relu(10000, 2000, 1), H200))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessage(
            "kernel y: has 2000 threads along THREAD_X; expected at most 1024, split the loop");
  }

  @Test
  void tooMuchSharedMemoryIsRefused() {
    ScheduleState state = GpuSchedules.matmul(GpuSchedules.matmul(256, 256, 256), 2, 16, 4, 128, 4);
    assertThatThrownBy(() -> Lowering.lower(state, H200))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessage(
            "kernel c: has 131072 bytes of shared memory; expected at most 49152, attach the stages"
                + " further inside");
  }

  @Test
  void boundLoopsAreRefusedOnCpus() {
    assertThatThrownBy(() -> Lowering.lower(GpuSchedules.relu(100, 4, 1)))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessageContaining("is bound to BLOCK_X of a GPU; expected a schedule for a CPU");
  }

  /** The outer of two shared stages is read by threads of which some rest. */
  @Test
  void sharedStageInsideOfRestingThreadsIsRefused() {
    ScheduleState state =
        ScheduleState.initial(GpuSchedules.matmul(4, 16, 8))
            .apply(
                List.of(
                    new CacheWrite("c", Buffer.Scope.LOCAL),
                    bind("c", "i", ThreadAxis.BLOCK_X),
                    bind("c", "j", ThreadAxis.THREAD_X),
                    new ComputeAt("c_local", "c", "j"),
                    new Split("c_local", "k", List.of(4L))))
            .apply(GpuSchedules.sharedCopy("b", "c_local", "k.0", 32, 1));
    assertThatThrownBy(() -> Lowering.lower(state, H200))
        .isInstanceOf(LoweringRefusedException.class)
        .hasMessageContaining("16 of 32 threads of threadIdx.x compute a stage in shared memory");
  }
}
