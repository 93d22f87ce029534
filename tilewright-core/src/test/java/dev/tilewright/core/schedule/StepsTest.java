package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
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
import dev.tilewright.core.schedule.step.Winograd;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.testing.Golden;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What each step does to the loops, and how it prints; one golden file a step. */
class StepsTest {
  @Test
  void split() {
    check("split", Dags.chain(10), new Split("c", "ax0", List.of(2L, 4L)));
  }

  @Test
  void splitClipsFactors() {
    check("splitClipsFactors", Dags.chain(5), new Split("c", "ax0", List.of(2L, 8L)));
  }

  @Test
  void followSplit() {
    check(
        "followSplit",
        Dags.denseBias(16, 8, 64),
        new Split("T_dense", "j", List.of(2L, 4L, 8L)),
        new FollowSplit("T_add", "ax1", 0, 3));
  }

  @Test
  void followFusedSplit() {
    check(
        "followFusedSplit",
        Dags.denseBias(16, 8, 64),
        new Split("T_dense", "i", List.of(2L, 4L)),
        new Split("T_dense", "j", List.of(2L, 8L)),
        new Fuse("T_add", List.of("ax0", "ax1")),
        new FollowFusedSplit("T_add", "ax0@ax1", List.of(0, 1), 1, true));
  }

  @Test
  void fuse() {
    check("fuse", Dags.denseBias(3, 8, 5), new Fuse("T_dense", List.of("i", "j")));
  }

  @Test
  void reorder() {
    check("reorder", Dags.denseBias(3, 8, 5), new Reorder("T_dense", List.of("k", "j", "i")));
  }

  @Test
  void annotate() {
    check(
        "annotate",
        Dags.denseBias(3, 8, 16),
        new Annotate("T_add", "ax0", ForKind.PARALLEL),
        new Annotate("T_add", "ax1", ForKind.VECTORIZED),
        new Annotate("T_dense", "k", ForKind.UNROLLED));
  }

  @Test
  void computeAt() {
    check(
        "computeAt",
        Dags.convRelu(8, 4, 16, 1),
        new Split("relu", "h", List.of(4L)),
        new ComputeAt("conv", "relu", "h.0"),
        new ComputeAt("pad", "relu", "h.0"));
  }

  @Test
  void computeRoot() {
    check("computeRoot", Dags.chain(8), new ComputeAt("b", "c", "ax0"), new ComputeRoot("b"));
  }

  @Test
  void computeInline() {
    check("computeInline", Dags.chain(8), new ComputeInline("a"), new ComputeInline("b"));
  }

  @Test
  void cacheRead() {
    check(
        "cacheRead",
        Dags.denseBias(4, 8, 16),
        new CacheRead("weight", Buffer.Scope.LOCAL, List.of("T_dense")),
        new ComputeAt("weight_local", "T_dense", "j"));
  }

  @Test
  void cacheWrite() {
    check(
        "cacheWrite",
        Dags.denseBias(4, 8, 16),
        new CacheWrite("T_dense", Buffer.Scope.LOCAL),
        new Split("T_dense", "j", List.of(8L)),
        new Split("T_dense_local", "j", List.of(4L)),
        new ComputeAt("T_dense_local", "T_dense", "j.0"));
  }

  @Test
  void rfactor() {
    check(
        "rfactor",
        Dags.denseBias(4, 10, 16),
        new Split("T_dense", "k", List.of(4L)),
        new Rfactor("T_dense", "k.1", 2));
  }

  @Test
  void rfactorOfTuple() {
    check(
        "rfactorOfTuple",
        Dags.argmax(4, 10),
        new Split("index", "k", List.of(4L)),
        new Rfactor("index", "k.0", 0));
  }

  @Test
  void pragma() {
    check("pragma", Dags.chain(8), new Pragma("c", 64));
  }

  @Test
  void storageAlign() {
    check("storageAlign", Dags.denseBias(4, 8, 16), new StorageAlign("T_dense", 0, 32, 8));
  }

  @Test
  void rewriteLayout() {
    check(
        "rewriteLayout",
        Dags.denseBias(4, 8, 64),
        new RewriteLayout(
            "weight", new BufferLayout(List.of(List.of(16L), List.of()), List.of(0, 2, 1))));
  }

  @Test
  void winograd() {
    check(
        "winograd",
        Dags.convRelu(5, 4, 16, 1),
        new Winograd("conv", 2),
        new RewriteLayout(
            "weight_winograd",
            new BufferLayout(List.of(List.of(), List.of(), List.of(8L)), List.of(0, 2, 1, 3))));
  }

  private static void check(String name, ComputeDag dag, Step... steps) {
    ScheduleState state = ScheduleState.initial(dag).apply(List.of(steps));
    Golden.check(
        StepsTest.class,
        name,
        StatePrinter.print(state)
            + "\n"
            + JavaStepPrinter.print(state)
            + "\n"
            + PythonStepPrinter.print(state));
  }
}
