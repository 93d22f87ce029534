package dev.tilewright.search.model;

import dev.tilewright.core.schedule.ScheduleState;
import java.util.List;
import java.util.random.RandomGenerator;

/** Knows nothing: scores are random. What other models are compared with. */
public final class RandomModel implements CostModel {
  private final RandomGenerator random;

  public RandomModel(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public double[] score(List<ScheduleState> states) {
    return random.doubles(states.size()).toArray();
  }

  @Override
  public void update(List<Measured> measured) {
    // Nothing to learn from.
  }
}
