package dev.tilewright.search.measure;

/**
 * How long a program is measured.
 *
 * @param repeatMicros a repeat of a cheap program runs it as often as takes this long
 * @param minRepeats at least so many repeats, unless one takes longer than the budget
 * @param maxRepeats at most so many
 * @param spread enough once the distance between the quartiles relative to the median is below this
 * @param budgetMillis no new repeat begins after this time
 * @param startMicros what starting may add to the time of a single run, as it does on a GPU
 */
public record TimerOptions(
    double repeatMicros,
    int minRepeats,
    int maxRepeats,
    double spread,
    double budgetMillis,
    double startMicros) {
  /** A few hundredths of a second a candidate. */
  public static final TimerOptions SEARCH = new TimerOptions(300, 5, 25, 0.02, 25, 0);

  /** The same for programs on a GPU. */
  public static final TimerOptions SEARCH_ON_GPU = new TimerOptions(300, 5, 25, 0.02, 15, 100);

  /** For figures that are reported. */
  public static final TimerOptions REPORT = new TimerOptions(2000, 15, 200, 0.01, 1000, 0);
}
