package dev.tilewright.search.evolve;

/**
 * How hard evolution looks between two rounds of measurements.
 *
 * @param population schedules alive in a generation
 * @param generations rounds of mutation and crossover
 * @param survivors measured schedules, the fastest ones, that take part again
 * @param crossover share of children that have two parents
 * @param neighbours share of the proposals that are mutants of the fastest measured schedules
 * @param random share of the proposals that are random samples, whatever the model says
 */
public record EvolutionSettings(
    int population,
    int generations,
    int survivors,
    double crossover,
    double neighbours,
    double random) {
  public static final EvolutionSettings DEFAULT =
      new EvolutionSettings(128, 3, 16, 0.15, 0.4, 0.15);
}
