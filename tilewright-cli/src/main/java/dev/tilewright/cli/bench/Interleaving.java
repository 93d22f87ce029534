package dev.tilewright.cli.bench;

import dev.tilewright.search.record.Costs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Times contenders in turns, so that whatever else the machine does hits all of them alike. Before
 * a contender's turn there is a pause, in which the threads of the one before go to sleep, and an
 * untimed run.
 */
public final class Interleaving {
  private static final double TURN_NANOS = 10e6;
  private static final long WARM_UP_NANOS = 500_000_000;
  private static final int MIN_TURNS = 9;
  private static final int MAX_TURNS = 200;
  private static final long PAUSE_MILLIS = 15;
  private static final double NANOS_A_MICRO = 1e3;

  private final Duration budget;

  /**
   * @param budget time for all contenders together; a few turns are taken in any case
   */
  public Interleaving(Duration budget) {
    this.budget = budget;
  }

  /** Times of one run by name, in the contenders' order. */
  public Map<String, Costs> measure(List<Contender> contenders) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    Map<String, Long> runs = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      times.put(contender.name(), new ArrayList<>());
      runs.put(contender.name(), runsATurn(contender));
    }
    long start = System.nanoTime();
    for (int turn = 0; turn < MAX_TURNS; turn++) {
      if (turn >= MIN_TURNS && System.nanoTime() - start > budget.toNanos()) {
        break;
      }
      for (Contender contender : contenders) {
        pause();
        contender.run(1);
        long count = runs.get(contender.name());
        times.get(contender.name()).add(nanos(contender, count) / count / NANOS_A_MICRO);
      }
    }
    Map<String, Costs> costs = new LinkedHashMap<>();
    times.forEach((name, repeats) -> costs.put(name, Costs.of(repeats)));
    return costs;
  }

  private static long runsATurn(Contender contender) {
    warmUp(contender);
    double once = nanos(contender, 1);
    long some = (long) Math.clamp(TURN_NANOS / once, 1, 1000);
    double warm = nanos(contender, some) / some;
    return (long) Math.clamp(TURN_NANOS / warm, 1, 100_000);
  }

  /** Until the JVM has compiled the way to the kernels, on cores that the kernels need as well. */
  private static void warmUp(Contender contender) {
    long start = System.nanoTime();
    do {
      contender.run(1);
    } while (System.nanoTime() - start < WARM_UP_NANOS);
  }

  private static double nanos(Contender contender, long times) {
    long start = System.nanoTime();
    contender.run(times);
    return Math.max(1, System.nanoTime() - start);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
