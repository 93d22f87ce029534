package dev.tilewright.search.measure;

import dev.tilewright.search.record.Costs;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures a program that has run once: a warm-up, then repeats until their spread is small or the
 * budget is used. A program that is far slower than the best one known is given up early.
 */
public final class RepeatTimer {
  /** A program that runs a given number of times. */
  @FunctionalInterface
  public interface Timed {
    /** Nanoseconds for that many runs together. */
    long run(long runs);
  }

  private static final long MAX_RUNS = 100_000;
  private static final int REPEATS_TO_GIVE_UP = 3;

  /** Runs with cold caches may be this much slower than later ones. */
  private static final double COLD_FACTOR = 1.5;

  /**
   * The first run of all, which also touches memory for the first time, may be this much slower.
   */
  private static final double FIRST_RUN_FACTOR = 4;

  /** A program this much of the limit away from the best need not be measured to the last digit. */
  private static final double INEXACT_FROM = 0.5;

  private static final double NANOS_A_MICRO = 1e3;
  private static final double MICROS_A_MILLI = 1e3;

  private final TimerOptions options;

  public RepeatTimer(TimerOptions options) {
    this.options = options;
  }

  /**
   * @param firstMicros time of the run that checked the program
   * @param giveUpMicros a program whose first runs are all slower than this is not measured
   *     further, and one that is slower than half of it not exactly
   */
  public Costs measure(Timed program, double firstMicros, double giveUpMicros) {
    double single = giveUpMicros + options.startMicros();
    if (firstMicros > FIRST_RUN_FACTOR * single) {
      return Costs.of(List.of(firstMicros));
    }
    double estimate = micros(program.run(1), 1);
    if (estimate > COLD_FACTOR * single) {
      // One more run, in case the first was disturbed.
      double again = micros(program.run(1), 1);
      if (again > single) {
        return Costs.of(List.of(estimate, again));
      }
      estimate = again;
    }
    long runs = runsARepeat(estimate);
    if (runs > 1) {
      // The first estimate was taken with cold caches.
      runs = runsARepeat(Math.min(estimate, micros(program.run(runs), runs)));
    }
    List<Double> repeats = new ArrayList<>();
    double spent = 0;
    while (!isEnough(repeats, spent, giveUpMicros)) {
      double time = micros(program.run(runs), runs);
      repeats.add(time);
      spent += time * runs;
    }
    return Costs.of(repeats);
  }

  private boolean isEnough(List<Double> repeats, double spentMicros, double giveUpMicros) {
    int count = repeats.size();
    if (count == 0) {
      return false;
    }
    if (count >= options.maxRepeats() || spentMicros >= options.budgetMillis() * MICROS_A_MILLI) {
      return true;
    }
    Costs costs = Costs.of(repeats);
    if (count >= REPEATS_TO_GIVE_UP && costs.min() > giveUpMicros) {
      return true;
    }
    return count >= options.minRepeats()
        && (costs.spread() <= options.spread() || costs.min() > INEXACT_FROM * giveUpMicros);
  }

  /** At least 1 and bounded, whatever the estimate is. */
  private long runsARepeat(double estimateMicros) {
    double runs = Math.ceil(options.repeatMicros() / Math.max(estimateMicros, 1e-3));
    return Math.clamp((long) runs, 1, MAX_RUNS);
  }

  /** The time of one run; a clock that did not move counts as half a nanosecond in all. */
  static double micros(long nanos, long runs) {
    return Math.max(nanos, 0.5) / runs / NANOS_A_MICRO;
  }
}
