package dev.tilewright.cli.bench;

import dev.tilewright.search.record.Costs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Times contenders in turns, so that whatever else the machine does hits all of them alike.
 *
 * <p>The threads of a contender may spin for a while after their work, ours as well as a peer's.
 * That helps its own next run, but takes processors away from whoever comes next. So a turn is:
 *
 * <ol>
 *   <li>wait until the process is still, that is, the threads of the one before sleep;
 *   <li>run untimed for {@value #WARM_UP_MILLIS} ms, which wakes the contender's own threads and
 *       brings its data back into the caches;
 *   <li>run for {@value #TURN_MILLIS} ms, at least once, and note the time of one run.
 * </ol>
 *
 * <p>So each contender runs as it would alone, spinning if it likes. Each round another one begins.
 */
public final class Interleaving {
  private static final long TURN_MILLIS = 100;
  private static final long WARM_UP_MILLIS = 20;
  private static final long FIRST_WARM_UP_MILLIS = 500;
  private static final int MIN_ROUNDS = 9;
  private static final int MAX_ROUNDS = 200;
  private static final long MAX_RUNS = 1_000_000;
  private static final double NANOS_A_MICRO = 1e3;
  private static final double NANOS_A_MILLI = 1e6;

  private final Duration budget;
  private final LongSupplier clock;
  private final Stillness stillness;
  private final Consumer<String> warnings;

  /**
   * @param budget time for all contenders together; a few rounds are made in any case
   * @param warnings told if a contender's threads do not go to sleep
   */
  public Interleaving(Duration budget, Consumer<String> warnings) {
    this(budget, System::nanoTime, Stillness.ofThisProcess(), warnings);
  }

  /**
   * @param clock in nanoseconds
   */
  Interleaving(
      Duration budget, LongSupplier clock, Stillness stillness, Consumer<String> warnings) {
    this.budget = budget;
    this.clock = clock;
    this.stillness = stillness;
    this.warnings = warnings;
  }

  /** Times of one run by name, in the contenders' order. */
  public Map<String, Costs> measure(List<Contender> contenders) {
    List<Turns> all = contenders.stream().map(this::prepare).toList();
    boolean still = true;
    long start = clock.getAsLong();
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (round >= MIN_ROUNDS && clock.getAsLong() - start > budget.toNanos()) {
        break;
      }
      for (int i = 0; i < all.size(); i++) {
        still &= take(all.get((round + i) % all.size()));
      }
    }
    if (!still) {
      warnings.accept("threads of a contender did not sleep before the next one's turn");
    }
    Map<String, Costs> costs = new LinkedHashMap<>();
    all.forEach(turns -> costs.put(turns.contender().name(), Costs.of(turns.micros())));
    return costs;
  }

  /**
   * A contender and the times of its turns.
   *
   * @param runs in a turn
   */
  private record Turns(Contender contender, long warmUps, long runs, List<Double> micros) {}

  private boolean take(Turns turns) {
    boolean still = stillness.await();
    turns.contender().run(turns.warmUps());
    double nanos = nanos(turns.contender(), turns.runs());
    turns.micros().add(nanos / turns.runs() / NANOS_A_MICRO);
    return still;
  }

  /** Warms up until the JVM has compiled the way to the kernels, and finds how often to run. */
  private Turns prepare(Contender contender) {
    stillness.await();
    long start = clock.getAsLong();
    do {
      contender.run(1);
    } while (clock.getAsLong() - start < FIRST_WARM_UP_MILLIS * NANOS_A_MILLI);
    double once = nanos(contender, 1);
    long some = runs(WARM_UP_MILLIS, once);
    double warm = nanos(contender, some) / some;
    return new Turns(
        contender, runs(WARM_UP_MILLIS, warm), runs(TURN_MILLIS, warm), new ArrayList<>());
  }

  private static long runs(long millis, double nanosARun) {
    return (long) Math.clamp(millis * NANOS_A_MILLI / nanosARun, 1, MAX_RUNS);
  }

  private double nanos(Contender contender, long times) {
    long start = clock.getAsLong();
    contender.run(times);
    return Math.max(1, clock.getAsLong() - start);
  }
}
