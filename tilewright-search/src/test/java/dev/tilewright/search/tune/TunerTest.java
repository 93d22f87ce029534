package dev.tilewright.search.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.EnvironmentException;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.TestDags;
import dev.tilewright.search.record.ErrorClass;
import dev.tilewright.search.record.RecordFile;
import dev.tilewright.search.record.RecordIndex;
import dev.tilewright.search.record.TuningRecord;
import dev.tilewright.search.task.TuningTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TunerTest {
  private static final CpuTarget HOST = HostCpu.detect(1);
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir private Path folder;
  private final FakeMeasurer measurer = new FakeMeasurer();
  private final List<TuningEvent> events = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  @Test
  void theDefaultIsTrialZeroAndTheBestIsNeverWorse() {
    TuningResult result = tune(options(6), add("add", 96));
    assertThat(measurer.log).hasSize(6).first().isEqualTo("add []");
    TaskResult task = result.tasks().getFirst();
    assertThat(task.defaultMicros()).hasValue(100);
    assertThat(task.bestMicros().orElseThrow()).isLessThan(100);
    assertThat(task.bestSchedule()).hasSize(1);
    assertThat(task.speedUp().orElseThrow()).isGreaterThan(1);
    assertThat(result.stopReason()).isEqualTo(new StopReason.TrialsUsed(6));
    assertThat(events).first().isInstanceOf(TuningEvent.Started.class);
    assertThat(events).last().isInstanceOf(TuningEvent.Stopped.class);
    assertThat(events).hasSize(8);
  }

  /** Five trials for many tasks: each task is covered by its default, measured or not. */
  @Test
  void fewTrialsOverManyTasksEndWithEveryTaskCovered() {
    TuningTask[] tasks =
        LongStream.range(0, 24).mapToObj(i -> add("add " + i, 8 + i)).toArray(TuningTask[]::new);
    TuningResult result = tune(options(5), tasks);
    assertThat(result.trials()).isEqualTo(5);
    assertThat(result.tasks()).hasSize(24);
    assertThat(result.tasks().subList(0, 5))
        .allSatisfy(t -> assertThat(t.defaultMicros()).hasValue(100));
    assertThat(result.tasks().subList(5, 24))
        .allSatisfy(t -> assertThat(t.bestSchedule()).isEqualTo(t.task().defaultSchedule()));
  }

  @Test
  void anExhaustedSpaceEndsTheRun() {
    TuningResult result = tune(options(1000), add("add", 96));
    assertThat(result.stopReason()).isEqualTo(new StopReason.SpaceExhausted());
    assertThat(result.trials()).isEqualTo(9);
    assertThat(result.tasks().getFirst().bestMicros()).hasValue(100.0 / 9);
  }

  @Test
  void aStalledSearchIsWidenedWhileThereAreTrialsLeft() {
    SplitSource source = new SplitSource(TestDags.add(96));
    TuningResult result = tuneStalling(true, source);
    assertThat(source.widened).isPositive();
    assertThat(result.stopReason()).isEqualTo(new StopReason.SpaceExhausted());
    assertThat(result.trials()).isEqualTo(9);
  }

  @Test
  void aStalledSearchEndsIfAskedTo() {
    SplitSource source = new SplitSource(TestDags.add(96));
    TuningResult result = tuneStalling(false, source);
    assertThat(source.widened).isZero();
    assertThat(result.stopReason()).isEqualTo(new StopReason.NoImprovement(1));
    assertThat(result.trials()).isLessThan(9);
  }

  @Test
  void aTaskWithoutAValidCandidateDoesNotHoldTheOthers() {
    TuningResult result = tune(options(14), add("broken", 32), add("heavy", 96), add("light", 64));
    TaskResult broken = result.tasks().getFirst();
    assertThat(broken.bestMicros()).isEmpty();
    assertThat(broken.failures()).containsOnlyKeys(ErrorClass.RUN_CRASH);
    assertThat(broken.firstError()).hasValue("crash: planted");
    assertThat(broken.trials()).isLessThanOrEqualTo(5);
    assertThat(result.tasks().get(1).trials() + result.tasks().get(2).trials())
        .isGreaterThanOrEqualTo(9);
  }

  @Test
  void theHeavierTaskGetsMoreTrials() {
    TuningTask heavy = TuningTask.of("heavy", TestDags.add(96), 50, HOST, List.of());
    tune(new TuningOptions(10, LONG, 2, 40, true, 0, 1, "test"), add("light", 64), heavy);
    assertThat(measurer.log.stream().filter(line -> line.startsWith("heavy")).count()).isEqualTo(7);
  }

  @Test
  void equalSeedsGiveEqualCandidatesAndOtherSeedsOthers() {
    tune(options(7), add("add", 96));
    List<String> first = List.copyOf(measurer.log);
    measurer.log.clear();
    tune("again.jsonl", options(7), add("add", 96));
    assertThat(measurer.log).isEqualTo(first);
    measurer.log.clear();
    tune("other.jsonl", new TuningOptions(7, LONG, 4, 40, true, 0, 2, "test"), add("add", 96));
    assertThat(measurer.log).isNotEqualTo(first);
  }

  @Test
  void resumingRepeatsNoTrialAndKeepsTheBest() {
    tune(options(4), add("add", 96));
    List<String> first = List.copyOf(measurer.log);
    measurer.log.clear();
    TuningResult result = tune(options(1000), add("add", 96));
    assertThat(measurer.log).doesNotContainAnyElementsOf(first);
    assertThat(first.size() + measurer.log.size()).isEqualTo(9);
    TaskResult task = result.tasks().getFirst();
    assertThat(task.resumed()).isEqualTo(4);
    assertThat(task.trials()).isEqualTo(5);
    assertThat(task.defaultMicros()).hasValue(100);
    assertThat(task.bestMicros()).hasValue(100.0 / 9);
  }

  @Test
  void recordsOfOtherShapesTargetsAndThreadsAreNotTaken() {
    tune(options(1000), add("other shape", 64));
    measurer.log.clear();
    CpuTarget twoThreads = HostCpu.detect(2);
    TuningTask two = TuningTask.of("two threads", TestDags.add(64), 1, twoThreads, List.of());
    TuningResult result = tune(options(2), add("add", 96), two);
    assertThat(result.tasks()).allSatisfy(task -> assertThat(task.resumed()).isZero());
    assertThat(measurer.log).containsExactly("add []", "two threads []");
  }

  /** The key does not depend on names, and the steps are translated to the names in use. */
  @Test
  void aRecordIsFoundAgainUnderOtherNames() {
    tune(options(1000), TuningTask.of("fused", denseTanh("dense"), 1, HOST, List.of()));
    ComputeDag renamed = denseTanh("layer7");
    RecordIndex index = RecordIndex.read(List.of(records("records.jsonl")), HOST.text(), 1);
    TuningRecord best = index.best(renamed).orElseThrow();
    assertThat(best.stepsFor(renamed))
        .containsExactly(new Split("layer7_tanh", "layer7_j", List.of(9L)));
  }

  /** The fastest two of another shape, in the names of the task, before its first round. */
  @Test
  void aNewTaskStartsFromWhatIsFastInAnotherShape() {
    tune(options(1000), add("other shape", 64));
    SplitSource source = new SplitSource(TestDags.add(96));
    new Tuner(measurer, records("records.jsonl"), options(6), events::add)
        .tune(List.of(add("add", 96)), task -> source, () -> false);
    assertThat(source.seeds)
        .extracting(steps -> ((Split) steps.getFirst()).factors())
        .containsExactly(List.of(9L), List.of(8L));
  }

  @Test
  void tasksNearTheMachinesLimitGetNoMoreTrials() {
    TuningResult result = tuneTwoWithLimit(1);
    assertThat(result.stopReason()).isEqualTo(new StopReason.NearLimit(0.93));
    assertThat(result.trials()).isLessThan(18);
    assertThat(result.tasks()).allMatch(TaskResult::isNearLimit);
  }

  /** An algorithm with half of the arithmetic may be faster than the limit. */
  @Test
  void aTaskWithACheaperAlgorithmHasNoLimit() {
    TuningResult result = tuneTwoWithLimit(0.5);
    assertThat(result.stopReason()).isEqualTo(new StopReason.SpaceExhausted());
    assertThat(result.tasks()).noneMatch(TaskResult::isNearLimit);
  }

  /** The limit is between the times of the factors 3 and 4. */
  private TuningResult tuneTwoWithLimit(double leastWork) {
    TuningOptions options = new TuningOptions(100, LONG, 2, 40, true, 0, 1, "test");
    TaskLimits limits = task -> OptionalDouble.of(0.95 * 100 / 4);
    return new Tuner(measurer, records("limits.jsonl"), options, limits, events::add)
        .tune(
            List.of(add("one", 96), add("two", 64)),
            task -> {
              SplitSource source = new SplitSource(task.dag());
              source.leastWork = leastWork;
              return source;
            },
            () -> false);
  }

  @Test
  void anInterruptLosesNothing() {
    List<TuningRecord> before = new ArrayList<>();
    new Tuner(measurer, records("records.jsonl"), options(1000), events::add)
        .tune(
            List.of(add("add", 96)),
            task -> new SplitSource(task.dag()),
            () -> measurer.log.size() >= 3);
    records("records.jsonl").forEach(before::add);
    assertThat(before).hasSize(3);
    assertThat(events)
        .last()
        .isInstanceOfSatisfying(
            TuningEvent.Stopped.class,
            stopped ->
                assertThat(stopped.result().stopReason()).isEqualTo(new StopReason.Interrupted()));
  }

  @Test
  void theTimeIsKept() {
    TuningResult result =
        tune(new TuningOptions(1000, Duration.ZERO, 4, 40, true, 0, 1, "test"), add("add", 96));
    assertThat(result.stopReason()).isEqualTo(new StopReason.TimeUsed(Duration.ZERO));
    assertThat(result.tasks().getFirst().bestSchedule()).isEmpty();
  }

  @Test
  void garbageInTheRecordFileDoesNotStopTheRun() throws IOException {
    tune(options(4), add("add", 96));
    Files.writeString(
        folder.resolve("records.jsonl"), "{\"v\":1,\"key\":\"", StandardOpenOption.APPEND);
    TuningResult result = tune(options(1000), add("add", 96));
    assertThat(result.trials()).isEqualTo(5);
    List<TuningRecord> all = new ArrayList<>();
    records("records.jsonl").forEach(all::add);
    assertThat(all).hasSize(9);
  }

  @Test
  void aFullDiskStopsTheRunWithOneError() {
    RecordFile full = new RecordFile(Path.of("/dev/full"), warnings::add);
    assertThatThrownBy(
            () ->
                new Tuner(measurer, full, options(3), event -> {})
                    .tune(
                        List.of(add("add", 96)), task -> new SplitSource(task.dag()), () -> false))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("No space left on device");
  }

  private TuningResult tune(TuningOptions options, TuningTask... tasks) {
    return tune("records.jsonl", options, tasks);
  }

  private TuningResult tune(String file, TuningOptions options, TuningTask... tasks) {
    return new Tuner(measurer, records(file), options, events::add)
        .tune(List.of(tasks), task -> new SplitSource(task.dag()), () -> false);
  }

  /** The first time of the factor 3 is a tenth of the truth, as a clock that jumps may show. */
  @Test
  void aCandidateThatWasLuckyLosesItsPlaceAndTheRecordHolds() {
    measurer.luckyFactor = 3;
    TuningOptions options = new TuningOptions(100, LONG, 4, 40, true, 2, 1, "test");
    TuningResult result = tune(options, add("add", 96));
    TaskResult task = result.tasks().getFirst();
    assertThat(task.bestMicros()).hasValue(100.0 / 9);
    assertThat(task.bestSchedule().toString()).contains("9");
    assertThat(task.defaultMicros()).hasValue(100);
    assertThat(result.trials()).isEqualTo(9);
    RecordIndex index = RecordIndex.read(List.of(records("records.jsonl")), HOST.text(), 1);
    assertThat(index.best(TestDags.add(96)).orElseThrow().cost()).isEqualTo(100.0 / 9);
    TuningResult resumed = tune(options(1), add("add", 96));
    assertThat(resumed.tasks().getFirst().resumed()).isEqualTo(9);
    assertThat(resumed.tasks().getFirst().bestMicros()).hasValue(100.0 / 9);
  }

  @Test
  void finalistsTakeTurnsWithTheDefault() {
    tune(new TuningOptions(100, LONG, 16, 40, true, 2, 1, "test"), add("add", 96));
    List<String> finals = measurer.log.subList(9, measurer.log.size());
    assertThat(finals).hasSize(9).contains("add []");
    assertThat(finals.subList(0, 3)).doesNotHaveDuplicates().isEqualTo(finals.subList(3, 6));
  }

  /** One candidate a round, and a single one that is no better makes the task rest. */
  private TuningResult tuneStalling(boolean widen, SplitSource source) {
    TuningOptions options = new TuningOptions(100, LONG, 1, 1, widen, 0, 1, "test");
    return new Tuner(measurer, records("stalling.jsonl"), options, events::add)
        .tune(List.of(add("add", 96)), task -> source, () -> false);
  }

  private RecordFile records(String name) {
    return new RecordFile(folder.resolve(name), warnings::add);
  }

  private static TuningOptions options(int trials) {
    return new TuningOptions(trials, LONG, 4, 40, true, 0, 1, "test");
  }

  private static TuningTask add(String name, long size) {
    return TuningTask.of(name, TestDags.add(size), 1, HOST, List.of());
  }

  private static ComputeDag denseTanh(String name) {
    return TestDags.denseTanh(name, 768);
  }
}
