package dev.tilewright.search.measure;

import java.time.Duration;

/**
 * How candidates are built and measured.
 *
 * @param timer how long each is measured
 * @param prepareTimeout for building, running and checking the reference of a task
 * @param buildTimeout for building one candidate
 * @param runTimeout for checking and measuring one candidate
 * @param builders how many candidates are built at a time while none is measured
 * @param beside how many candidates may be built while another is measured: not more than the cores
 *     that the program's threads leave; 0 to build and measure by turns
 * @param seed of the input values
 */
public record MeasureOptions(
    TimerOptions timer,
    Duration prepareTimeout,
    Duration buildTimeout,
    Duration runTimeout,
    int builders,
    int beside,
    long seed) {

  /** Settings for programs of that many threads on this machine. */
  public static MeasureOptions forThreads(int threads, long seed) {
    int cores = Runtime.getRuntime().availableProcessors();
    return new MeasureOptions(
        TimerOptions.SEARCH,
        Duration.ofSeconds(120),
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        cores,
        Math.max(0, cores - threads),
        seed);
  }
}
