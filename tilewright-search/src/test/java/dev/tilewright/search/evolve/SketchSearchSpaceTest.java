package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StatePrinter;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.rule.WinogradOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SketchSearchSpaceTest {
  private static final int SAMPLES = 60;

  static Stream<Arguments> workloads() {
    return Stream.of(
        Arguments.of("dense", Workloads.dense(3, 24, 40)),
        Arguments.of("denseOneRow", Workloads.dense(1, 64, 50)),
        Arguments.of("matmul", Workloads.matmul(16, 8, 32)),
        Arguments.of("matmulOfPrimes", Workloads.matmul(17, 13, 37)),
        Arguments.of("conv", Workloads.conv(6, 3, 16, 1)),
        Arguments.of("stridedConv", Workloads.conv(7, 2, 8, 2)),
        Arguments.of("convOfOnePoint", Workloads.conv(1, 1, 1, 1)),
        Arguments.of("groupedConv", Workloads.groupedConv(6, 12, 3)),
        Arguments.of("argmax", Workloads.argmax(5, 70)),
        Arguments.of("argmaxOfOneRow", Workloads.argmax(1, 5000)),
        Arguments.of("quantized", Workloads.quantizedWithTwoOutputs(5, 12, 33)),
        Arguments.of("softmax", Workloads.softmax(5, 40)),
        Arguments.of("maxPool", Workloads.maxPool(8, 20)),
        Arguments.of("sum", Workloads.sum(5000)),
        Arguments.of("relu", Workloads.relu(7, 37)));
  }

  @Test
  void aScheduleOfAnotherShapeIsAdaptedAndComputesTheReference() {
    ComputeDag small = Workloads.conv(7, 6, 24, 1);
    SketchSearchSpace space = SketchSearchSpace.of(small, Workloads.cpu());
    Reference reference = new Reference(small, 1);
    List<ScheduleState> others =
        samples(SketchSearchSpace.of(Workloads.conv(14, 16, 32, 1), Workloads.cpu()));
    int adapted = 0;
    for (ScheduleState other : others) {
      Optional<ScheduleState> own = space.adapt(other.steps());
      own.ifPresent(state -> check(reference, state, "adapted from " + other.steps()));
      adapted += own.isPresent() ? 1 : 0;
    }
    assertThat(adapted).isGreaterThan(others.size() / 2);
  }

  @Test
  void anotherOperatorsScheduleIsNotAdapted() {
    SketchSearchSpace space = SketchSearchSpace.of(Workloads.matmul(16, 8, 32), Workloads.cpu());
    for (ScheduleState other :
        samples(SketchSearchSpace.of(Workloads.softmax(5, 40), Workloads.cpu()))) {
      assertThat(space.adapt(other.steps())).isEmpty();
    }
  }

  private static List<ScheduleState> samples(SketchSearchSpace space) {
    Random random = new Random(11);
    return Stream.generate(() -> space.sample(random)).limit(30).flatMap(Optional::stream).toList();
  }

  /** No rule has an algorithm with less arithmetic for these. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void aSpaceWithoutAnotherAlgorithmHasTheWorkOfTheDefinition(String name, ComputeDag dag) {
    SketchSearchSpace space = SketchSearchSpace.of(dag, Workloads.cpu(), WinogradOption.OFF);
    assertThat(space.leastWork()).isGreaterThan(0.95);
  }

  @Test
  void winogradHasLessWork() {
    ComputeDag dag = Workloads.conv(56, 64, 64, 1);
    double small = SketchSearchSpace.of(dag, Workloads.cpu(), WinogradOption.TILE_2).leastWork();
    double large = SketchSearchSpace.of(dag, Workloads.cpu(), WinogradOption.AUTO).leastWork();
    assertThat(small).isBetween(1 / 2.25, 0.7);
    assertThat(large).isBetween(1 / 4.0, 0.5);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void everySampleComputesTheReference(String name, ComputeDag dag) {
    SketchSearchSpace space = SketchSearchSpace.of(dag, Workloads.cpu());
    Reference reference = new Reference(dag, 1);
    int complete = 0;
    for (int seed = 0; seed < SAMPLES; seed++) {
      Random random = new Random(seed);
      Optional<ScheduleState> sample = space.sample(random);
      if (sample.isPresent()) {
        complete++;
        check(reference, sample.get(), "sample " + seed);
        space
            .mutate(sample.get(), random)
            .ifPresent(mutant -> check(reference, mutant, "mutant of " + sample.get().steps()));
      }
    }
    assertThat(complete).as("complete samples of %s", name).isGreaterThan(SAMPLES * 3 / 4);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void mutationAndCrossoverFindPartnersInTheSpace(String name, ComputeDag dag) {
    SketchSearchSpace space = SketchSearchSpace.of(dag, Workloads.cpu());
    Random random = new Random(3);
    int mutants = 0;
    int samples = 0;
    for (int i = 0; i < SAMPLES; i++) {
      Optional<ScheduleState> sample = space.sample(random);
      if (sample.isPresent()) {
        samples++;
        mutants += space.mutate(sample.get(), random).isPresent() ? 1 : 0;
        assertThat(space.crossover(sample.get(), sample.get(), random))
            .as("with itself")
            .hasValueSatisfying(child -> assertThat(child.steps()).isEqualTo(sample.get().steps()));
      }
    }
    assertThat(mutants).as("mutants of %s", name).isGreaterThan(samples / 3);
  }

  @Test
  void theSameSeedDrawsTheSameCandidates() {
    assertThat(draw(11)).isEqualTo(draw(11)).isNotEqualTo(draw(12));
  }

  private static List<List<?>> draw(long seed) {
    SketchSearchSpace space = SketchSearchSpace.of(Workloads.conv(6, 3, 16, 1), Workloads.cpu());
    Random random = new Random(seed);
    List<List<?>> drawn = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      space.sample(random).ifPresent(state -> drawn.add(state.steps()));
    }
    return drawn;
  }

  private static void check(Reference reference, ScheduleState state, String what) {
    try {
      reference.check(state);
    } catch (AssertionError | RuntimeException e) {
      fail(what + "\n" + StatePrinter.print(state), e);
    }
  }
}
