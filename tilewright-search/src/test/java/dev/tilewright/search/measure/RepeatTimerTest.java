package dev.tilewright.search.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.search.record.Costs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** On programs that say themselves how long they took. */
class RepeatTimerTest {
  private static final TimerOptions OPTIONS = new TimerOptions(300, 5, 25, 0.02, 1000, 0);

  private final List<Long> calls = new ArrayList<>();

  private RepeatTimer.Timed taking(long... nanosARun) {
    return runs -> {
      int call = Math.min(calls.size(), nanosARun.length - 1);
      calls.add(runs);
      return nanosARun[call] * runs;
    };
  }

  @Test
  void aSteadyProgramIsRepeatedAsOftenAsAsked() {
    Costs costs =
        new RepeatTimer(OPTIONS).measure(taking(2_000_000), 2_000, Double.POSITIVE_INFINITY);
    assertThat(costs.median()).isEqualTo(2000);
    assertThat(costs.repeats()).hasSize(5);
  }

  @Test
  void aCheapProgramRunsOftenInEachRepeat() {
    Costs costs = new RepeatTimer(OPTIONS).measure(taking(1_000), 1, Double.POSITIVE_INFINITY);
    assertThat(costs.median()).isEqualTo(1);
    assertThat(calls.getLast()).isEqualTo(300);
  }

  @Test
  void aProgramWhoseClockDoesNotMoveHasATimeAboveZeroAndABoundedNumberOfRuns() {
    Costs costs = new RepeatTimer(OPTIONS).measure(taking(0), 1, Double.POSITIVE_INFINITY);
    assertThat(costs.min()).isPositive();
    assertThat(calls).allMatch(runs -> runs <= 100_000);
  }

  @Test
  void aProgramFarSlowerThanTheBestRunsTwice() {
    Costs costs = new RepeatTimer(OPTIONS).measure(taking(900_000_000), 1_000, 50_000);
    assertThat(calls).containsExactly(1L, 1L);
    assertThat(costs.median()).isEqualTo(900_000);
  }

  /** A launch from the host takes longer than the kernel, which must not count against it. */
  @Test
  void whatStartingASingleRunTakesIsNoReasonToGiveUp() {
    TimerOptions onGpu = new TimerOptions(300, 5, 25, 0.02, 1000, 100);
    Costs costs = new RepeatTimer(onGpu).measure(taking(40_000, 4_000), 90, 3);
    assertThat(costs.repeats()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(costs.median()).isEqualTo(4);
  }

  @Test
  void aProgramWhoseCheckTookManyTimesAsLongAsTheBestIsNotRunAgain() {
    Costs costs = new RepeatTimer(OPTIONS).measure(taking(900_000_000), 900_000, 50_000);
    assertThat(calls).isEmpty();
    assertThat(costs.median()).isEqualTo(900_000);
  }

  @Test
  void anUnsteadyProgramIsMeasuredExactlyOnlyIfItIsNearTheBest() {
    long[] unsteady = new long[40];
    for (int call = 0; call < unsteady.length; call++) {
      unsteady[call] = call % 2 == 0 ? 2_000_000 : 3_000_000;
    }
    RepeatTimer timer = new RepeatTimer(OPTIONS);
    assertThat(timer.measure(taking(unsteady), 2_000, 5_000).repeats()).hasSize(25);
    calls.clear();
    assertThat(timer.measure(taking(unsteady), 2_000, 3_500).repeats()).hasSize(5);
  }

  @Test
  void aDisturbedFirstRunDoesNotCondemnAProgram() {
    Costs costs = new RepeatTimer(OPTIONS).measure(taking(900_000_000, 1_000_000), 1_000, 50_000);
    assertThat(costs.median()).isEqualTo(1000);
    assertThat(costs.repeats()).hasSize(5);
  }
}
