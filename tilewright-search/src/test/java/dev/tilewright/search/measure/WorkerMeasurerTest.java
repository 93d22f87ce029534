package dev.tilewright.search.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.TestDags;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.Outcome;
import dev.tilewright.search.task.TuningTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerMeasurerTest {
  private static final CpuTarget HOST = HostCpu.detect(1);
  private static final TuningTask DENSE =
      TuningTask.of("dense 4x64 -> 48 + bias", TestDags.dense(4, 64, 48), 1, HOST, List.of());

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyFaultCostsOneTrialAndIsRecordedWithItsClass(boolean overlap) {
    List<List<Step>> candidates = new ArrayList<>();
    for (FaultyWorker.Fault fault : FaultyWorker.Fault.values()) {
      candidates.add(good(candidates.size() + 2));
      candidates.add(bad(fault));
    }
    candidates.add(good(30));
    candidates.add(List.of(new Split("T_dense", "no_such_loop", List.of(2L))));
    List<MeasureResult> results = measure(DENSE, candidates, overlap);

    assertThat(results)
        .extracting(MeasureResult::steps)
        .containsExactlyInAnyOrderElementsOf(candidates);
    for (MeasureResult result : results) {
      if (result.steps().getLast() instanceof Pragma(var stage, long depth)
          && depth >= FaultyWorker.Fault.RUN_CRASH.depth()) {
        assertFault(FaultyWorker.Fault.values()[(int) depth - 1000], result.outcome());
      } else if (result.steps().size() == 1) {
        assertThat(error(result.outcome())).isEqualTo(ErrorClass.BUILD_REFUSED);
      } else {
        assertThat(result.outcome()).as("%s", result.steps()).isInstanceOf(Outcome.Measured.class);
        assertThat(result.times().measure()).isPositive();
      }
    }
  }

  private static void assertFault(FaultyWorker.Fault fault, Outcome outcome) {
    ErrorClass expected =
        switch (fault) {
          case RUN_CRASH -> ErrorClass.RUN_CRASH;
          case RUN_HANG -> ErrorClass.RUN_TIMEOUT;
          case RUN_NOTHING -> ErrorClass.WRONG_RESULT;
          case BUILD_CRASH -> ErrorClass.BUILD_CRASH;
          case BUILD_HANG -> ErrorClass.BUILD_TIMEOUT;
          case BUILD_EXCEPTION -> ErrorClass.BUILD_ERROR;
          case OUT_OF_MEMORY -> ErrorClass.OUT_OF_MEMORY;
        };
    assertThat(error(outcome)).as("%s: %s", fault, outcome).isEqualTo(expected);
    String message = ((Outcome.Failed) outcome).message();
    assertThat(message.lines()).hasSize(1);
    if (fault == FaultyWorker.Fault.RUN_CRASH) {
      assertThat(message).contains("SIGSEGV");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCandidateThatTakesSeveralTurnsIsBuiltOnce(boolean overlap) {
    List<List<Step>> turns = List.of(good(2), good(4), good(2), good(4), good(2), good(4));
    List<MeasureResult> results = measure(DENSE, turns, overlap);
    assertThat(results).extracting(MeasureResult::steps).containsExactlyInAnyOrderElementsOf(turns);
    assertThat(results)
        .extracting(MeasureResult::outcome)
        .hasOnlyElementsOfType(Outcome.Measured.class);
    assertThat(results.stream().filter(result -> result.times().compile() > 0))
        .extracting(MeasureResult::steps)
        .containsExactlyInAnyOrder(good(2), good(4));
  }

  /** A kernel must not be repeated endlessly because it is cheap (tvm#16276). */
  @Test
  void aTinyKernelIsMeasured() {
    TuningTask add = TuningTask.of("add 1024", TestDags.add(1024), 1, HOST, List.of());
    MeasureResult result = measure(add, List.of(List.of()), true).getFirst();
    assertThat(result.outcome()).isInstanceOf(Outcome.Measured.class);
    assertThat(((Outcome.Measured) result.outcome()).costs().median()).isBetween(1e-3, 1e4);
  }

  @Test
  void aWorkerKilledFromOutsideIsReplaced() {
    List<List<Step>> candidates =
        LongStream.range(2, 22).mapToObj(WorkerMeasurerTest::good).toList();
    List<MeasureResult> results = new ArrayList<>();
    try (WorkerMeasurer measurer = new WorkerMeasurer(options(true))) {
      measurer.measure(
          DENSE,
          candidates,
          () -> Double.POSITIVE_INFINITY,
          result -> {
            results.add(result);
            if (results.size() == 5) {
              children().forEach(ProcessHandle::destroyForcibly);
            }
          },
          () -> false);
    }
    assertThat(results).hasSize(20);
    long failed = results.stream().filter(r -> r.outcome() instanceof Outcome.Failed).count();
    assertThat(failed).isLessThanOrEqualTo(1);
  }

  @Test
  void stoppingLeavesTheRestOutAndNoProcessBehind() {
    List<List<Step>> candidates =
        LongStream.range(2, 60).mapToObj(WorkerMeasurerTest::good).toList();
    List<MeasureResult> results = new ArrayList<>();
    try (WorkerMeasurer measurer = new WorkerMeasurer(options(true))) {
      measurer.measure(
          DENSE,
          candidates,
          () -> Double.POSITIVE_INFINITY,
          results::add,
          () -> results.size() >= 3);
    }
    assertThat(results).hasSizeBetween(3, 4);
    children().forEach(child -> child.onExit().join());
    assertThat(children()).isEmpty();
  }

  private static List<ProcessHandle> children() {
    return ProcessHandle.current()
        .children()
        .filter(child -> child.info().command().orElse("").endsWith("java"))
        .toList();
  }

  private static List<MeasureResult> measure(
      TuningTask task, List<List<Step>> candidates, boolean overlap) {
    List<MeasureResult> results = new ArrayList<>();
    MeasureOptions options = options(overlap);
    try (WorkerMeasurer measurer =
        new WorkerMeasurer(options, FaultyWorker.command(options.builders()))) {
      measurer.measure(task, candidates, () -> Double.POSITIVE_INFINITY, results::add, () -> false);
    }
    return results;
  }

  private static MeasureOptions options(boolean overlap) {
    return new MeasureOptions(
        new TimerOptions(50, 3, 10, 0.1, 5, 0),
        Duration.ofSeconds(60),
        Duration.ofSeconds(10),
        Duration.ofSeconds(8),
        2,
        overlap ? 1 : 0,
        1);
  }

  private static List<Step> good(long factor) {
    return List.of(new Split("T_dense", "k", List.of(factor)), new Pragma("T_dense", 0));
  }

  private static List<Step> bad(FaultyWorker.Fault fault) {
    return List.of(new Split("T_dense", "k", List.of(4L)), new Pragma("T_dense", fault.depth()));
  }

  private static ErrorClass error(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) outcome).error();
  }
}
