package dev.tilewright.search.measure;

import java.time.Duration;

/**
 * How candidates are built and measured.
 *
 * @param timer how long each is measured
 * @param prepareTimeout for building, running and checking the reference of a task
 * @param buildTimeout for building one candidate
 * @param runTimeout for checking and measuring one candidate
 * @param builders how many candidates are built at a time
 * @param overlap whether a candidate may be built while another is measured: only where the machine
 *     has more cores than the program's threads and the builders together
 * @param seed of the input values
 */
public record MeasureOptions(
    TimerOptions timer,
    Duration prepareTimeout,
    Duration buildTimeout,
    Duration runTimeout,
    int builders,
    boolean overlap,
    long seed) {

  /** Settings for programs of that many threads on this machine. */
  public static MeasureOptions forThreads(int threads, long seed) {
    int cores = Runtime.getRuntime().availableProcessors();
    boolean overlap = threads < cores;
    return new MeasureOptions(
        TimerOptions.SEARCH,
        Duration.ofSeconds(120),
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        overlap ? cores - threads : cores,
        overlap,
        seed);
  }
}
