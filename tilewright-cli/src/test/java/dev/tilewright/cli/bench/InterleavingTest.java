package dev.tilewright.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.search.record.Costs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contenders that take the time of a clock that only they advance. */
class InterleavingTest {
  private static final long MILLI = 1_000_000;

  private final List<String> events = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private long now;
  private boolean still = true;

  @Test
  void aTurnIsStillnessWarmUpAndTimedRuns() {
    measure(Duration.ZERO, fake("a", 2 * MILLI), fake("b", 5 * MILLI));
    List<String> turns = turns(2);
    assertThat(turns.subList(0, 12))
        .containsExactly(
            "still", "a 10", "a 50", "still", "b 4", "b 20", // a begins
            "still", "b 4", "b 20", "still", "a 10", "a 50"); // b begins
    assertThat(turns).hasSize(9 * 6);
  }

  @Test
  void aRunLongerThanATurnIsMadeOnce() {
    measure(Duration.ZERO, fake("slow", 300 * MILLI));
    assertThat(turns(1).subList(0, 3)).containsExactly("still", "slow 1", "slow 1");
  }

  @Test
  void timesAreThoseOfOneRun() {
    Map<String, Costs> costs = measure(Duration.ZERO, fake("a", 2 * MILLI), fake("b", 700_000));
    assertThat(costs.keySet()).containsExactly("a", "b");
    assertThat(costs.get("a").median()).isEqualTo(2000);
    assertThat(costs.get("b").median()).isEqualTo(700);
    assertThat(costs.get("b").spread()).isZero();
  }

  @Test
  void roundsGoOnUntilTheTimeIsUsed() {
    measure(Duration.ofMillis(120 * 20), fake("a", MILLI));
    assertThat(turns(1)).hasSize(3 * 21);
  }

  @Test
  void warnsIfThreadsDoNotSleep() {
    measure(Duration.ZERO, fake("a", MILLI));
    assertThat(warnings).isEmpty();
    still = false;
    measure(Duration.ZERO, fake("a", MILLI));
    assertThat(warnings).hasSize(1);
  }

  @Test
  void processIsStillOnceItsProcessorTimeStandsStill() {
    List<Long> counter = new ArrayList<>(List.of(0L, 1_000_000L, 1_000_000L, 1_000_001L));
    Stillness stillness =
        new Stillness.ProcessorTime(counter::removeFirst, Duration.ofNanos(1000), 2);
    assertThat(stillness.await()).isTrue();
    assertThat(counter).isEmpty();
  }

  @Test
  void waitingForStillnessIsBounded() {
    Stillness stillness =
        new Stillness.ProcessorTime(() -> now += MILLI, Duration.ofNanos(1000), 3);
    assertThat(stillness.await()).isFalse();
  }

  private Map<String, Costs> measure(Duration budget, Contender... contenders) {
    Stillness noted =
        () -> {
          events.add("still");
          return still;
        };
    return new Interleaving(budget, () -> now, noted, warnings::add).measure(List.of(contenders));
  }

  /** The events after the preparation of the contenders, in which there is stillness once each. */
  private List<String> turns(int contenders) {
    List<Integer> stills =
        IntStream.range(0, events.size())
            .filter(i -> events.get(i).equals("still"))
            .boxed()
            .toList();
    return events.subList(stills.get(contenders), events.size());
  }

  private Contender fake(String name, long nanosARun) {
    return new Contender() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void run(long times) {
        events.add(name + " " + times);
        now += times * nanosARun;
      }

      @Override
      public void close() {}
    };
  }
}
