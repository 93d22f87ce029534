package dev.tilewright.search.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.TestDags;
import dev.tilewright.search.evolve.SearchSpace;
import dev.tilewright.search.evolve.SketchSearchSpace;
import dev.tilewright.search.evolve.Workloads;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The numbers below are counted by hand. */
class FeatureExtractorTest {
  /** Stages T_dense(i, j; k) and T_add(i, j) of 4 x 8 times 16 x 8. */
  private static final ScheduleState DENSE = ScheduleState.initial(TestDags.dense(4, 8, 16));

  private final FeatureExtractor extractor = new FeatureExtractor(Workloads.cpu());

  @Test
  void operationsAreCountedByKindOverAllExecutions() {
    Map<String, Double> dense = features(DENSE, 0);
    assertThat(quantity(dense, "count.float_mad")).isEqualTo(512, within(1e-2));
    assertThat(dense).containsEntry("count.float_mul", 0.0).containsEntry("count.int_mad", 0.0);
    Map<String, Double> add = features(DENSE, 1);
    assertThat(quantity(add, "count.float_add_sub")).isEqualTo(64, within(1e-3));
    assertThat(add).containsEntry("count.float_mad", 0.0);
  }

  /** The weight of 16 lines has most traffic, then the accumulators, then the data. */
  @Test
  void buffersStandInTheOrderOfTheirTraffic() {
    Map<String, Double> dense = features(DENSE, 0);
    assertThat(dense)
        .containsEntry("buffer0.read", 1.0)
        .containsEntry("buffer1.read_write", 1.0)
        .containsEntry("buffer2.read", 1.0)
        .containsEntry("buffer3.read", 0.0);
    assertThat(quantity(dense, "buffer0.unique_bytes")).isEqualTo(16 * 8 * 4, within(1e-2));
    assertThat(quantity(dense, "buffer1.unique_bytes")).isEqualTo(4 * 16 * 4, within(1e-2));
    assertThat(quantity(dense, "buffer2.unique_bytes")).isEqualTo(4 * 8 * 4, within(1e-2));
    assertThat(quantity(dense, "buffer2.bytes")).isEqualTo(512 * 4, within(1e-2));
    assertThat(quantity(dense, "buffer2.bytes_per_reuse")).isEqualTo(512 * 4 / 16, within(1e-2));
  }

  /** The data are read again in the next iteration of j, 8 executions later. */
  @Test
  void anElementComesBackInTheInnermostLoopThatDoesNotMoveIt() {
    Map<String, Double> dense = features(DENSE, 0);
    assertThat(dense).containsEntry("buffer2.reuse_loop", 1.0);
    assertThat(quantity(dense, "buffer2.reuse_count")).isEqualTo(16, within(1e-3));
    assertThat(quantity(dense, "buffer2.reuse_iterations")).isEqualTo(8, within(1e-3));
    assertThat(quantity(dense, "buffer2.reuse_bytes")).isEqualTo(32 + 32 + 4, within(1e-3));
    assertThat(quantity(dense, "buffer1.reuse_count")).isEqualTo(8, within(1e-3));
    assertThat(quantity(dense, "buffer1.reuse_iterations")).isEqualTo(1, within(1e-3));
  }

  /** With j innermost, the next iteration reads a row of weights farther: 8 elements. */
  @Test
  void stridesAreThoseOfTheInnermostLoop() {
    assertThat(quantity(features(DENSE, 0), "buffer0.stride")).isEqualTo(1, within(1e-6));
    ScheduleState byColumn = DENSE.apply(List.of(new Reorder("T_dense", List.of("i", "k", "j"))));
    assertThat(quantity(features(byColumn, 0), "buffer0.stride")).isEqualTo(8, within(1e-6));
    assertThat(quantity(features(byColumn, 0), "buffer0.vector_stride")).isEqualTo(0, within(1e-6));
    ScheduleState lanes = byColumn.apply(List.of(new Annotate("T_dense", "j", ForKind.VECTORIZED)));
    assertThat(quantity(features(lanes, 0), "buffer0.vector_stride")).isEqualTo(8, within(1e-6));
  }

  /** 128 executions of 2 operations on 16 data, 16 weights and 4 sums of 4 bytes would be whole. */
  @Test
  void intensityGrowsFromTheInnermostPointToTheWholeLoopNest() {
    Map<String, Double> dense = features(DENSE, 0);
    assertThat(quantity(dense, "intensity0")).isEqualTo(2.0 / 12, within(1e-3));
    assertThat(quantity(dense, "intensity9"))
        .isEqualTo(1024.0 / (4 * (32 + 128 + 64)), within(1e-3));
  }

  @Test
  void annotatedLoopsAreDescribedByExtentAndPosition() {
    ScheduleState state =
        DENSE.apply(
            List.of(
                new Split("T_dense", "j", List.of(4L)),
                new Annotate("T_dense", "i", ForKind.PARALLEL),
                new Annotate("T_dense", "k", ForKind.UNROLLED),
                new Reorder("T_dense", List.of("i", "j.0", "k", "j.1")),
                new Annotate("T_dense", "j.1", ForKind.VECTORIZED),
                new Pragma("T_dense", 16)));
    Map<String, Double> dense = features(state, 0);
    assertThat(quantity(dense, "vector.extent")).isEqualTo(4, within(1e-6));
    assertThat(dense).containsEntry("vector.inner_spatial", 1.0);
    assertThat(quantity(dense, "unroll.product")).isEqualTo(8, within(1e-6));
    assertThat(dense).containsEntry("unroll.inner_reduce", 1.0);
    assertThat(quantity(dense, "parallel.extent")).isEqualTo(4, within(1e-6));
    assertThat(dense).containsEntry("parallel.outer_spatial", 1.0).containsEntry("gpu", 0.0);
    assertThat(quantity(dense, "scope.auto_unroll")).isEqualTo(16, within(1e-3));
  }

  /** A tile of 4 sums lives inside the row loop of the stage that adds the bias. */
  @Test
  void storageAndReuseOfAnAttachedStage() {
    ScheduleState state =
        DENSE.apply(
            List.of(
                new Split("T_add", "j", List.of(4L)), new ComputeAt("T_dense", "T_add", "j.0")));
    Map<String, Double> dense = features(state, 0);
    assertThat(quantity(dense, "allocation.bytes")).isEqualTo(16, within(1e-6));
    assertThat(quantity(dense, "allocation.outer")).isEqualTo(16, within(1e-3));
    assertThat(quantity(dense, "allocation.inner")).isEqualTo(32, within(1e-3));
    assertThat(dense).containsEntry("scope.root", 0.0);
    Map<String, Double> add = features(state, 1);
    assertThat(add).containsEntry("scope.root", 1.0);
    assertThat(List.of(0, 1, 2))
        .as("one of the buffers is the tile, which comes from a statement in the same loops")
        .anyMatch(i -> add.get("buffer" + i + ".reuse_serial") == 1);
  }

  @Test
  void anInlinedStageHasNoStatement() {
    ComputeDag dag = Workloads.conv(8, 4, 4, 1);
    ScheduleState plain = ScheduleState.initial(dag);
    ScheduleState inlined = plain.apply(List.of(new ComputeInline("pad")));
    assertThat(extractor.extract(inlined)).hasSize(extractor.extract(plain).size() - 1);
    assertThat(quantity(features(inlined, 0), "count.guard")).isPositive();
  }

  @Test
  void aCacheWriteAddsAStatement() {
    ScheduleState state = DENSE.apply(List.of(new CacheWrite("T_dense", Buffer.Scope.LOCAL)));
    assertThat(extractor.extract(state)).hasSize(3);
  }

  @Test
  void namesAreUniqueAndRowsOfOneLengthWhateverTheProgram() {
    assertThat(new HashSet<>(extractor.names())).hasSameSizeAs(extractor.names());
    Random random = new Random(11);
    for (ComputeDag dag :
        List.of(
            Workloads.conv(7, 3, 5, 2),
            Workloads.dense(1, 64, 10),
            Workloads.matmul(7, 13, 1),
            TestDags.rowMax(3, 5),
            TestDags.add(1))) {
      SearchSpace space = SketchSearchSpace.of(dag, Workloads.cpu());
      for (int i = 0; i < 50; i++) {
        space
            .sample(random)
            .ifPresent(
                state ->
                    assertThat(extractor.extract(state))
                        .isNotEmpty()
                        .allSatisfy(
                            row -> {
                              assertThat(row).hasSize(extractor.names().size());
                              for (float value : row) {
                                assertThat(value).isFinite();
                              }
                            }));
      }
    }
  }

  private Map<String, Double> features(ScheduleState state, int statement) {
    float[] row = extractor.extract(state).get(statement);
    Map<String, Double> features = new HashMap<>();
    for (int i = 0; i < row.length; i++) {
      features.put(extractor.names().get(i), (double) row[i]);
    }
    return features;
  }

  /** The number behind a logarithm. */
  private static double quantity(Map<String, Double> features, String name) {
    return Math.pow(2, features.get(name)) - 1;
  }
}
