package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.ir.GridKernel;
import dev.tilewright.core.ir.Kernel;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.LoweringRefusedException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StatePrinter;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples of the space for GPUs compute the reference in the interpreter, with all its checks. */
class GpuSearchSpaceTest {
  private static final GpuTarget TARGET = GpuTarget.h200();
  private static final int SAMPLES = 40;

  static Stream<Arguments> workloads() {
    return Stream.of(
        Arguments.of("dense", Workloads.dense(3, 24, 40)),
        Arguments.of("denseOneRow", Workloads.dense(1, 128, 50)),
        Arguments.of("matmul", Workloads.matmul(16, 8, 32)),
        Arguments.of("matmulOfPrimes", Workloads.matmul(17, 13, 37)),
        Arguments.of("longMatmul", Workloads.matmul(5, 200, 6)),
        Arguments.of("conv", Workloads.conv(6, 3, 16, 1)),
        Arguments.of("stridedConv", Workloads.conv(7, 2, 8, 2)),
        Arguments.of("convOfOnePoint", Workloads.conv(1, 1, 1, 1)),
        Arguments.of("groupedConv", Workloads.groupedConv(6, 12, 3)),
        Arguments.of("argmax", Workloads.argmax(5, 70)),
        Arguments.of("argmaxOfOneRow", Workloads.argmax(1, 500)),
        Arguments.of("quantized", Workloads.quantizedWithTwoOutputs(5, 12, 33)),
        Arguments.of("softmax", Workloads.softmax(5, 40)),
        Arguments.of("maxPool", Workloads.maxPool(8, 20)),
        Arguments.of("sum", Workloads.sum(1000)),
        Arguments.of("relu", Workloads.relu(7, 37)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void samplesComputeTheReference(String name, ComputeDag dag) {
    GpuSearchSpace space = GpuSearchSpace.of(dag, TARGET);
    Reference reference = new Reference(dag, 1);
    int checked = 0;
    for (ScheduleState state : samples(space, SAMPLES)) {
      checked += check(space, reference, state) ? 1 : 0;
    }
    assertThat(checked).as("samples that lower").isGreaterThan(SAMPLES * 3 / 4);
  }

  @Test
  void mutantsAndChildrenComputeTheReference() {
    ComputeDag dag = Workloads.dense(4, 128, 24);
    GpuSearchSpace space = GpuSearchSpace.of(dag, TARGET);
    Reference reference = new Reference(dag, 1);
    Random random = new Random(3);
    List<ScheduleState> states = samples(space, SAMPLES);
    int bred = 0;
    for (int i = 0; i < 2 * SAMPLES; i++) {
      ScheduleState first = Draws.pick(states, random);
      Optional<ScheduleState> next =
          i % 2 == 0
              ? space.mutate(first, random)
              : space.crossover(first, Draws.pick(states, random), random);
      if (next.isPresent()) {
        check(space, reference, next.get());
        bred++;
      }
    }
    assertThat(bred).isGreaterThan(SAMPLES / 2);
  }

  /**
   * The layer that an auto-scheduler lost: a thread block for many outputs, sums across threads,
   * and chunks across blocks are all there.
   */
  @Test
  void oneRowHasAllWaysToReduce() {
    GpuSearchSpace space = GpuSearchSpace.of(Workloads.dense(1, 2048, 1000), TARGET);
    List<String> sketches = space.sketches().stream().map(StatePrinter::print).toList();
    assertThat(sketches)
        .anyMatch(text -> text.contains("_shared") && text.contains("VTHREAD"))
        .anyMatch(text -> text.contains("THREAD_Y") && !text.contains("k.0 (0,2)"))
        .anyMatch(text -> text.contains("THREAD_Y") && text.contains("k.0 (0,2)"));
    List<GridKernel> kernels = new ArrayList<>();
    for (ScheduleState state : samples(space, SAMPLES)) {
      lowered(space, state)
          .ifPresent(program -> program.kernels().forEach(k -> kernels.add(GridKernel.of(k))));
    }
    assertThat(kernels).anyMatch(grid -> grid.blocks(ThreadAxis.BLOCK_X) > 132);
    assertThat(kernels).anyMatch(grid -> grid.threads(ThreadAxis.THREAD_X) == 32);
  }

  /** Sampling knows the limits: hardly anything is refused later. */
  @Test
  void samplesFitTheTarget() {
    GpuSearchSpace space = GpuSearchSpace.of(Workloads.matmul(1024, 1024, 1024), TARGET);
    int lowered = 0;
    List<ScheduleState> states = samples(space, SAMPLES);
    for (ScheduleState state : states) {
      lowered += lowered(space, state).isPresent() ? 1 : 0;
    }
    assertThat(lowered).isGreaterThan(SAMPLES * 3 / 4);
  }

  private static List<ScheduleState> samples(GpuSearchSpace space, int count) {
    Random random = new Random(7);
    List<ScheduleState> states = new ArrayList<>();
    for (int attempt = 0; attempt < 20 * count && states.size() < count; attempt++) {
      space.sample(random).ifPresent(states::add);
    }
    assertThat(states).as("samples").hasSize(count);
    return states;
  }

  /** False if the schedule exceeds a limit. */
  private static boolean check(GpuSearchSpace space, Reference reference, ScheduleState state) {
    try {
      Optional<Program> program = lowered(space, state);
      program.ifPresent(lowered -> reference.check(state, lowered));
      return program.isPresent();
    } catch (RuntimeException | AssertionError wrong) {
      throw new AssertionError(StatePrinter.print(state) + "\n" + state.steps(), wrong);
    }
  }

  private static Optional<Program> lowered(GpuSearchSpace space, ScheduleState state) {
    try {
      Program program = space.lower(state);
      for (Kernel kernel : program.kernels()) {
        assertThat(GridKernel.of(kernel).threadsPerBlock()).isLessThanOrEqualTo(1024);
      }
      return Optional.of(program);
    } catch (LoweringRefusedException limits) {
      return Optional.empty();
    }
  }
}
