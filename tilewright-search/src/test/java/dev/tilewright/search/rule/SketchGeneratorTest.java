package dev.tilewright.search.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StatePrinter;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.schedule.step.Winograd;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.testing.Golden;
import dev.tilewright.search.evolve.Workloads;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** All sketches of typical operators, as golden files. */
class SketchGeneratorTest {
  @Test
  void dense() {
    check("dense", Workloads.dense(16, 2048, 1000));
  }

  @Test
  void denseOfOneRow() {
    check("denseOfOneRow", Workloads.dense(1, 2048, 1000));
  }

  @Test
  void convWithBiasAndRelu() {
    check("convWithBiasAndRelu", Workloads.conv(56, 64, 64, 1));
  }

  @Test
  void winograd() {
    StringBuilder text = new StringBuilder();
    ComputeDag conv = Workloads.conv(56, 64, 64, 1);
    for (ScheduleState sketch : generate(conv, WinogradOption.TILE_4)) {
      if (!WinogradOption.OFF.allows(sketch.steps())) {
        text.append(StatePrinter.print(sketch)).append('\n');
      }
    }
    Golden.check(SketchGeneratorTest.class, "winograd", text.toString());
  }

  @Test
  void theOptionSaysWhichAlgorithmsOfAConvolutionAreAmongTheSketches() {
    ComputeDag conv = Workloads.conv(56, 64, 64, 1);
    assertThat(winogradTiles(conv, WinogradOption.OFF)).isEmpty();
    assertThat(winogradTiles(conv, WinogradOption.TILE_2)).containsExactly(2);
    assertThat(winogradTiles(conv, WinogradOption.TILE_4)).containsExactly(4);
    assertThat(winogradTiles(conv, WinogradOption.AUTO)).containsExactly(2, 4);
    for (WinogradOption option : WinogradOption.values()) {
      assertThat(generate(conv, option)).anyMatch(s -> WinogradOption.OFF.allows(s.steps()));
      assertThat(generate(conv, option)).allMatch(s -> option.allows(s.steps()));
    }
  }

  @Test
  void noWinogradWhereItDoesNotApplyOrSavesNothing() {
    assertThat(winogradTiles(Workloads.conv(56, 64, 64, 2), WinogradOption.AUTO)).isEmpty();
    assertThat(winogradTiles(Workloads.conv(1, 64, 64, 1), WinogradOption.AUTO)).isEmpty();
    assertThat(winogradTiles(Workloads.conv(2, 64, 64, 1), WinogradOption.AUTO)).containsExactly(2);
    assertThat(winogradTiles(Workloads.matmul(8, 8, 8), WinogradOption.AUTO)).isEmpty();
  }

  private static SortedSet<Integer> winogradTiles(ComputeDag dag, WinogradOption option) {
    SortedSet<Integer> tiles = new TreeSet<>();
    for (ScheduleState sketch : generate(dag, option)) {
      for (Step step : sketch.steps()) {
        if (step instanceof Winograd(String _, int tile)) {
          tiles.add(tile);
        }
      }
    }
    return tiles;
  }

  private static List<ScheduleState> generate(ComputeDag dag, WinogradOption option) {
    return SketchGenerator.generate(dag, CpuSketchRules.of(option));
  }

  @Test
  void softmax() {
    check("softmax", Workloads.softmax(128, 1000));
  }

  @Test
  void maxPool() {
    check("maxPool", Workloads.maxPool(112, 64));
  }

  @Test
  void sumOfAll() {
    check("sumOfAll", Workloads.sum(1 << 22));
  }

  @Test
  void everyRuleFiresSomewhere() {
    List<ComputeDag> dags =
        List.of(
            Workloads.conv(8, 4, 16, 1),
            Workloads.matmul(8, 8, 8),
            Workloads.softmax(4, 64),
            Workloads.sum(8192));
    for (SketchRule rule : CpuSketchRules.of(WinogradOption.AUTO)) {
      assertThat(dags.stream().anyMatch(dag -> fires(rule, dag)))
          .as(rule.getClass().getSimpleName())
          .isTrue();
    }
  }

  @Test
  void everyAlternativeOfEveryStageIsAmongTheSketches() {
    long alternatives = 7;
    SketchRule rule =
        derivation ->
            LongStream.range(0, alternatives)
                .mapToObj(depth -> new Pragma(derivation.stage().name(), depth))
                .map(step -> derivation.proceed(step.apply(derivation.state())))
                .toList();
    ComputeDag dag = Workloads.softmax(4, 64);
    List<ScheduleState> sketches = SketchGenerator.generate(dag, List.of(rule));
    assertThat(sketches).hasSize(SketchGenerator.MAX_SKETCHES);
    int stages = sketches.getFirst().stages().size();
    assertThat(Math.pow(alternatives, stages)).isGreaterThan(SketchGenerator.MAX_SKETCHES);
    assertThat(sketches.stream().flatMap(sketch -> sketch.steps().stream()).distinct())
        .hasSize((int) alternatives * stages);
    assertThat(sketches.stream().map(ScheduleState::steps)).doesNotHaveDuplicates();
  }

  private static boolean fires(SketchRule rule, ComputeDag dag) {
    ScheduleState state = ScheduleState.initial(dag);
    for (int position = 0; position < state.stages().size(); position++) {
      if (!rule.apply(new Derivation(state, position)).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static void check(String name, ComputeDag dag) {
    StringBuilder text = new StringBuilder();
    int number = 0;
    for (ScheduleState sketch : generate(dag, WinogradOption.OFF)) {
      text.append("sketch ").append(number++).append('\n').append(StatePrinter.print(sketch));
    }
    Golden.check(SketchGeneratorTest.class, name, text.toString());
  }
}
