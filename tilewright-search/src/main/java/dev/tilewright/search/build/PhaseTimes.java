package dev.tilewright.search.build;

/**
 * Where the time of a trial went, in milliseconds.
 *
 * @param lower steps to kernels
 * @param compile kernels to machine code in memory
 * @param check first run and comparison with the reference
 * @param measure warm-up and repeats
 */
public record PhaseTimes(double lower, double compile, double check, double measure) {
  public static final PhaseTimes NONE = new PhaseTimes(0, 0, 0, 0);

  public PhaseTimes plus(PhaseTimes other) {
    return new PhaseTimes(
        lower + other.lower, compile + other.compile, check + other.check, measure + other.measure);
  }

  public double total() {
    return lower + compile + check + measure;
  }
}
