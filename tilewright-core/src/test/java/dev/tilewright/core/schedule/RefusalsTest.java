package dev.tilewright.core.schedule;

import static dev.tilewright.core.testing.GpuSchedules.bind;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.ComputeRoot;
import dev.tilewright.core.schedule.step.FollowFusedSplit;
import dev.tilewright.core.schedule.step.FollowSplit;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.schedule.step.StorageAlign;
import dev.tilewright.core.te.ComputeDag;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Steps that cannot be applied, and what they say; the last step of each list is the refused one.
 */
class RefusalsTest {
  private static final ComputeDag DENSE = Dags.denseBias(4, 8, 16);
  private static final ComputeDag CHAIN = Dags.chain(8);
  private static final ComputeDag CONV = Dags.convRelu(8, 4, 16, 1);

  static Stream<Arguments> refusals() {
    return Stream.of(
        refusal(
            DENSE,
            "split: there is no stage dense; expected one of [T_dense, T_add]",
            new Split("dense", "i", List.of(2L))),
        refusal(
            DENSE,
            "split: stage T_dense: there is no iterator x; expected one of [i, j, k]",
            new Split("T_dense", "x", List.of(2L))),
        refusal(
            DENSE,
            "split: stage T_dense, iterator k: factor 0; expected at least 1",
            new Split("T_dense", "k", List.of(0L))),
        refusal(
            DENSE,
            "split: stage T_dense, iterator k: there are no factors; expected at least one",
            new Split("T_dense", "k", List.of())),
        refusal(
            DENSE,
            "split: stage T_add, iterator ax1: it is annotated; expected a serial loop; annotate"
                + " afterwards",
            new Annotate("T_add", "ax1", ForKind.VECTORIZED),
            new Split("T_add", "ax1", List.of(4L))),
        refusal(
            CHAIN,
            "split: stage a: it is inlined; expected a stage with loops",
            new ComputeInline("a"),
            new Split("a", "ax0", List.of(4L))),
        refusal(
            DENSE,
            "follow_split: stage T_add, iterator ax1: step 0 is not a split; expected an earlier"
                + " split",
            new FollowSplit("T_add", "ax1", 0, 2)),
        refusal(
            DENSE,
            "follow_split: stage T_add, iterator ax1: 4 parts of a split into 3; expected 2 to 3",
            new Split("T_dense", "j", List.of(2L, 2L)),
            new FollowSplit("T_add", "ax1", 0, 4)),
        refusal(
            DENSE,
            "follow_fused_split: stage T_add, iterator ax1: level 1 of split step 0; expected 0 to"
                + " 0",
            new Split("T_dense", "j", List.of(2L)),
            new FollowFusedSplit("T_add", "ax1", List.of(0), 1, true)),
        refusal(
            DENSE,
            "fuse: stage T_dense, iterator k: it is a REDUCE loop; expected SPATIAL",
            new Fuse("T_dense", List.of("j", "k"))),
        refusal(
            DENSE,
            "fuse: stage T_dense, iterator i: it is not next in the nest; expected adjacent loops;"
                + " reorder first",
            new Fuse("T_dense", List.of("j", "i"))),
        refusal(
            CONV,
            "fuse: stage relu, iterator h: a stage is computed at it; expected one only at the"
                + " innermost loop",
            new ComputeAt("conv", "relu", "h"),
            new Fuse("relu", List.of("h", "w"))),
        refusal(
            DENSE,
            "reorder: stage T_dense: got the order [k, i]; expected each of [i, j, k] once",
            new Reorder("T_dense", List.of("k", "i"))),
        refusal(
            DENSE,
            "annotate: stage T_add, iterator ax1: parallel inside another loop; expected the"
                + " outermost loop of a stage at root; fuse the loops first",
            new Annotate("T_add", "ax1", ForKind.PARALLEL)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator k: a reduction cannot be vectorized; expected a"
                + " spatial loop; rfactor makes one",
            new Annotate("T_dense", "k", ForKind.VECTORIZED)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator k: a reduction cannot be bound to BLOCK_X; expected"
                + " a spatial loop; rfactor makes one",
            bind("T_dense", "k", ThreadAxis.BLOCK_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator k: a reduction bound to THREAD_Y; expected THREAD_X",
            bind("T_dense", "k", ThreadAxis.THREAD_Y)),
        refusal(
            Dags.denseBias(4, 12, 16),
            "annotate: stage T_dense, iterator k: 12 threads reduce; expected a power of two up to"
                + " 32 or a multiple of 32",
            bind("T_dense", "k", ThreadAxis.THREAD_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator k.1: a reduction bound to threads beside the"
                + " reduction loop k.0; expected it alone; rfactor it first",
            new Split("T_dense", "k", List.of(4L)),
            bind("T_dense", "k.1", ThreadAxis.THREAD_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator k: a reduction bound to threads inside a loop bound"
                + " to the same threads; expected it outside",
            bind("T_add", "ax1", ThreadAxis.THREAD_X),
            new ComputeAt("T_dense", "T_add", "ax1"),
            bind("T_dense", "k", ThreadAxis.THREAD_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator j: bound to BLOCK_X inside i; expected it outermost;"
                + " reorder first",
            bind("T_dense", "j", ThreadAxis.BLOCK_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator j: i has THREAD_X already; expected another axis;"
                + " fuse the loops to bind both",
            bind("T_dense", "i", ThreadAxis.THREAD_X),
            bind("T_dense", "j", ThreadAxis.THREAD_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator j: bound to THREAD_X inside i, which is parallel;"
                + " expected bound or serial loops around",
            new Annotate("T_dense", "i", ForKind.PARALLEL),
            bind("T_dense", "j", ThreadAxis.THREAD_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator j: bound to THREAD_X, but each thread has what the"
                + " stage writes for itself; expected a stage at root or in shared memory",
            new ComputeAt("T_dense", "T_add", "ax0"),
            bind("T_dense", "j", ThreadAxis.THREAD_X)),
        refusal(
            DENSE,
            "annotate: stage T_dense, iterator i: bound to BLOCK_X in a stage computed inside"
                + " another; expected a stage at root",
            new ComputeAt("T_dense", "T_add", "ax0"),
            bind("T_dense", "i", ThreadAxis.BLOCK_X)),
        refusal(
            Dags.chain(1000),
            "annotate: stage c, iterator ax0: 1000 vector lanes; expected at most 128; split the"
                + " loop first",
            new Annotate("c", "ax0", ForKind.VECTORIZED)),
        refusal(
            Dags.chain(2000),
            "annotate: stage c, iterator ax0: unrolled 2000 times; expected at most 1024; split the"
                + " loop first",
            new Annotate("c", "ax0", ForKind.UNROLLED)),
        refusal(
            DENSE,
            "annotate: stage T_add, iterator ax0: vectorized around ax1; expected one",
            new Annotate("T_add", "ax1", ForKind.VECTORIZED),
            new Annotate("T_add", "ax0", ForKind.VECTORIZED)),
        refusal(
            CONV,
            "annotate: stage relu, iterator w: stage conv is computed inside a vectorized loop;"
                + " expected it outside",
            new ComputeAt("conv", "relu", "w"),
            new Annotate("relu", "w", ForKind.VECTORIZED)),
        refusal(
            DENSE,
            "compute_at: stage T_add: it is a result of the DAG; expected an intermediate stage",
            new ComputeAt("T_add", "T_dense", "i")),
        refusal(
            CHAIN,
            "compute_at: stage b: a does not depend on it; expected a consumer",
            new ComputeAt("b", "a", "ax0")),
        refusal(
            Dags.normalize(4, 8),
            "compute_at: stage sum: there is no iterator x; expected one of [i, k]",
            new ComputeAt("sum", "sum", "x")),
        refusal(
            CONV,
            "compute_at: stage conv, iterator n: parallel inside another loop; expected the"
                + " outermost loop of a stage at root; fuse the loops first",
            new Annotate("conv", "n", ForKind.PARALLEL),
            new ComputeAt("conv", "relu", "h")),
        refusal(
            Dags.diamond(8),
            "compute_at: stage a: its consumer c is not inside b.ax0; expected all consumers there",
            new ComputeAt("a", "b", "ax0")),
        refusal(
            CHAIN,
            "compute_root: stage a: its consumer b is not inside c.ax0; expected all consumers"
                + " there",
            new ComputeAt("b", "c", "ax0"),
            new ComputeAt("a", "c", "ax0"),
            new ComputeRoot("b")),
        refusal(
            CONV,
            "reorder: stage pad: its consumer conv is not inside relu.h; expected all consumers"
                + " there",
            new ComputeAt("conv", "relu", "w"),
            new ComputeAt("pad", "relu", "h"),
            new Reorder("relu", List.of("n", "w", "h", "co"))),
        refusal(
            DENSE,
            "compute_inline: stage T_dense: it is a reduction; expected a pointwise stage",
            new ComputeInline("T_dense")),
        refusal(
            DENSE,
            "compute_inline: stage T_add: it is a result of the DAG; expected an intermediate"
                + " stage",
            new ComputeInline("T_add")),
        refusal(
            CHAIN,
            "compute_inline: stage b: stage a is computed in it; expected none",
            new ComputeAt("a", "b", "ax0"),
            new ComputeInline("b")),
        refusal(
            DENSE,
            "cache_read: there is no buffer x; expected one of [data, weight, bias, T_dense,"
                + " T_add]",
            new CacheRead("x", Buffer.Scope.LOCAL, List.of("T_dense"))),
        refusal(
            DENSE,
            "cache_read: stage T_add: it does not read data; expected a reader",
            new CacheRead("data", Buffer.Scope.LOCAL, List.of("T_add"))),
        refusal(
            DENSE,
            "cache_read: buffer data: there are no readers; expected at least one",
            new CacheRead("data", Buffer.Scope.LOCAL, List.of())),
        refusal(
            DENSE,
            "cache_write: stage T_dense: its loops are changed already; expected plain loops; do it"
                + " first",
            new Split("T_dense", "k", List.of(2L)),
            new CacheWrite("T_dense", Buffer.Scope.LOCAL)),
        refusal(
            DENSE,
            "rfactor: stage T_dense, iterator j: it is a spatial loop; expected a reduction loop",
            new Rfactor("T_dense", "j", 0)),
        refusal(
            DENSE,
            "rfactor: stage T_dense, iterator k: axis 3; expected 0 to 2",
            new Rfactor("T_dense", "k", 3)),
        refusal(
            DENSE,
            "rfactor: stage T_dense, iterator k: the spatial axis j is split or fused; expected"
                + " plain spatial loops; do it first",
            new Split("T_dense", "j", List.of(4L)),
            new Rfactor("T_dense", "k", 0)),
        refusal(
            DENSE,
            "pragma: stage T_dense: an unroll depth of -1; expected 0 or more",
            new Pragma("T_dense", -1)),
        refusal(
            DENSE,
            "storage_align: stage T_add: it is a result of the DAG; expected an intermediate stage",
            new StorageAlign("T_add", 0, 8, 0)),
        refusal(
            DENSE,
            "storage_align: stage T_dense: axis 2; expected 0 to 1",
            new StorageAlign("T_dense", 2, 8, 0)),
        refusal(
            DENSE,
            "storage_align: stage T_dense: factor 8, offset 8; expected 0 <= offset < factor",
            new StorageAlign("T_dense", 0, 8, 8)),
        refusal(
            DENSE,
            "rewrite_layout: buffer data: expected a constant input of the DAG",
            new RewriteLayout("data", layout(List.of(List.of(), List.of()), 0, 1))),
        refusal(
            DENSE,
            "rewrite_layout: buffer weight: factors for 1 dimensions; expected 2",
            new RewriteLayout("weight", layout(List.of(List.of()), 0))),
        refusal(
            DENSE,
            "rewrite_layout: buffer weight: order [0, 0]; expected each part of [0, 1] once",
            new RewriteLayout("weight", layout(List.of(List.of(), List.of()), 0, 0))),
        refusal(
            DENSE,
            "rewrite_layout: buffer weight: factors [[0], []]; expected at least 1",
            new RewriteLayout("weight", layout(List.of(List.of(0L), List.of()), 0, 1, 2))),
        refusal(
            DENSE,
            "rewrite_layout: buffer weight: it has another layout already; expected row-major",
            new RewriteLayout("weight", layout(List.of(List.of(), List.of()), 1, 0)),
            new RewriteLayout("weight", layout(List.of(List.of(), List.of()), 1, 0))));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  void isRefused(ComputeDag dag, String message, List<Step> steps) {
    ScheduleState before = ScheduleState.initial(dag).apply(steps.subList(0, steps.size() - 1));
    assertThatThrownBy(() -> steps.getLast().apply(before))
        .isInstanceOf(StepRefusedException.class)
        .hasMessage(message);
  }

  private static Arguments refusal(ComputeDag dag, String message, Step... steps) {
    return Arguments.of(dag, message, List.of(steps));
  }

  private static BufferLayout layout(List<List<Long>> factors, Integer... order) {
    return new BufferLayout(factors, List.of(order));
  }
}
