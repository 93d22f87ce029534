package dev.tilewright.search.measure;

import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.target.Target;
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

  /** Settings for programs on a target. A GPU leaves all processors but one to the builds. */
  public static MeasureOptions of(Target target, long seed) {
    int cores = Runtime.getRuntime().availableProcessors();
    return switch (target) {
      case CpuTarget cpu ->
          of(TimerOptions.SEARCH, cores, Math.max(0, cores - cpu.threads()), seed);
      case GpuTarget gpu -> of(TimerOptions.SEARCH_ON_GPU, cores, Math.max(1, cores - 1), seed);
    };
  }

  private static MeasureOptions of(TimerOptions timer, int builders, int beside, long seed) {
    return new MeasureOptions(
        timer,
        Duration.ofSeconds(120),
        Duration.ofSeconds(20),
        Duration.ofSeconds(20),
        builders,
        beside,
        seed);
  }
}
