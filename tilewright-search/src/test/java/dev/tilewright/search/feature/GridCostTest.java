package dev.tilewright.search.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.search.TestDags;
import dev.tilewright.search.evolve.GpuSearchSpace;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A dense layer T_dense(i, j; k), T_add(i, j) of 4 x 8 times 1024 x 8. */
class GridCostTest {
  private static final GpuTarget H200 = GpuTarget.h200();
  private static final ScheduleState DENSE = ScheduleState.initial(TestDags.dense(4, 8, 1024));

  /** Both stages with j over blocks and threads. */
  private static ScheduleState byColumns(long threads) {
    return DENSE.apply(
        List.of(
            new Split("T_dense", "j", List.of(threads)),
            new Reorder("T_dense", List.of("j.0", "j.1", "i", "k")),
            new Annotate("T_dense", "j.0", new ForKind.Bound(ThreadAxis.BLOCK_X)),
            new Annotate("T_dense", "j.1", new ForKind.Bound(ThreadAxis.THREAD_X))));
  }

  private static GridCost.KernelEstimate first(ScheduleState state) {
    return new GridCost(H200).kernels(state).getFirst().estimate();
  }

  @Test
  void countsBlocksThreadsAndWhatAMultiprocessorHolds() {
    GridCost.KernelEstimate kernel = first(byColumns(128));
    assertThat(kernel.blocks()).isEqualTo(8);
    assertThat(kernel.threads()).isEqualTo(128);
    // 2048 threads at a time.
    assertThat(kernel.residentBlocks()).isEqualTo(16);
    assertThat(kernel.residentWarps()).isEqualTo(64);
    assertThat(kernel.waves()).isEqualTo(1);
    assertThat(kernel.balance()).isEqualTo(8.0 / 132, within(1e-9));
  }

  @Test
  void everyRootStageIsAKernel() {
    assertThat(new GridCost(H200).kernels(byColumns(128)))
        .hasSize(2)
        .allSatisfy(kernel -> assertThat(kernel.statements()).hasSize(1));
  }

  /** Thread j reads row j of the weight, of 8 elements: a sector each. Threads write in a row. */
  @Test
  void strideMakesAccessesUncoalesced() {
    ThreadWork work = ThreadWork.of(Statement.of(byColumns(128)).getFirst());
    assertThat(work.threads()).isEqualTo(128);
    assertThat(work.trips()).isEqualTo(4 * 8);
    assertThat(work.worstSectors()).isEqualTo(8);
    assertThat(work.readsGlobal()).isTrue();
    // The weight's 32, one of the data, and four to load and to store the accumulators.
    assertThat(work.sectors()).isEqualTo(32 + 1 + 2 * 4);
  }

  @Test
  void aQuarterOfAWarpCostsAsMuchAsAWarp() {
    assertThat(first(byColumns(8)).issue()).isEqualTo(first(byColumns(32)).issue());
  }

  @Test
  void everyRowHasAllFeatures() {
    GpuSearchSpace space = GpuSearchSpace.of(TestDags.dense(4, 8, 64), H200);
    FeatureExtractor extractor = new FeatureExtractor(H200);
    assertThat(extractor.names()).doesNotHaveDuplicates();
    Random random = new Random(5);
    for (int i = 0; i < 30; i++) {
      space
          .sample(random)
          .ifPresent(
              state -> {
                for (float[] row : extractor.extract(state)) {
                  assertThat(row).hasSize(extractor.names().size());
                  for (float value : row) {
                    assertThat(value).isFinite();
                  }
                }
              });
    }
  }
}
