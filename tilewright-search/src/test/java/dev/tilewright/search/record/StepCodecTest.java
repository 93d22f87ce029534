package dev.tilewright.search.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.BufferLayout;
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
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StepCodecTest {
  static List<Step> steps() {
    List<Step> steps =
        List.of(
            new Split("T_dense", "k", List.of(16L, 4L)),
            new Split("T_dense", "k", List.of()),
            new FollowSplit("T_add", "ax0", 3, 2),
            new FollowFusedSplit("T_add", "ax0@ax1", List.of(1, 2), 1, true),
            new Fuse("T_dense", List.of("i.0", "j.0")),
            new Reorder("T_dense", List.of("j", "i", "k")),
            new ComputeAt("T_dense", "T_add", "ax1.0"),
            new ComputeRoot("T_dense"),
            new ComputeInline("pad \"quoted\" ü"),
            new CacheRead("data", Buffer.Scope.SHARED, List.of("T_dense", "T_dense_rf")),
            new CacheWrite("T_dense", Buffer.Scope.LOCAL),
            new Rfactor("T_dense", "k.1", 2),
            new Pragma("T_dense", 512),
            new StorageAlign("data_shared", 1, 32, 8),
            new RewriteLayout(
                "weight", new BufferLayout(List.of(List.of(16L), List.of()), List.of(0, 2, 1))),
            new Winograd("conv", 4));
    Stream<ForKind> kinds =
        Stream.concat(
            Stream.of(ForKind.SERIAL, ForKind.PARALLEL, ForKind.VECTORIZED, ForKind.UNROLLED),
            Arrays.stream(ForKind.ThreadAxis.values()).map(ForKind.Bound::new));
    return Stream.concat(steps.stream(), kinds.map(kind -> new Annotate("T_dense", "i", kind)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void roundTrips(Step step) {
    String text = Json.array().add(StepCodec.encode(step)).toString();
    String line = Json.object().set("steps", StepCodec.encodeAll(List.of(step))).toString();
    assertThat(StepCodec.decodeAll(Json.readObject(line).get("steps"))).containsExactly(step);
    assertThat(text.lines()).hasSize(1);
  }

  @Test
  void noStepIsLeftOut() {
    assertThat(steps().stream().map(Object::getClass).collect(Collectors.toSet()))
        .hasSameElementsAs(Arrays.asList(Step.class.getPermittedSubclasses()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "[\"split\"]",
        "[\"split\",\"a\",\"b\",[\"x\"]]",
        "[\"splat\",\"a\"]",
        "[1,2]",
        "[\"annotate\",\"a\",\"b\",\"sideways\"]",
        "[\"cache_write\",\"a\",\"attic\"]",
        "[\"pragma\",\"a\",1.5]"
      })
  void malformedStepsAreRefused(String text) {
    assertThatThrownBy(() -> StepCodec.decode(Json.readObject("{\"s\":" + text + "}").get("s")))
        .isInstanceOf(UserException.class);
  }
}
