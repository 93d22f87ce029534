package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.model.CostModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** The schedules alive in one search, each once, with the model's scores. */
final class Population {
  private final CostModel model;
  private final Set<List<Step>> seen = new HashSet<>();
  private List<Scored> scored = new ArrayList<>();
  private final List<ScheduleState> fresh = new ArrayList<>();

  private record Scored(ScheduleState state, double score) {}

  Population(CostModel model) {
    this.model = model;
  }

  /** Adds a schedule unless it was added before. */
  void add(ScheduleState state) {
    if (seen.add(state.steps())) {
      fresh.add(state);
    }
  }

  int size() {
    return scored.size() + fresh.size();
  }

  /** Scores what is new and keeps the best. */
  void select(int count) {
    double[] scores = model.score(fresh);
    for (int i = 0; i < scores.length; i++) {
      scored.add(new Scored(fresh.get(i), scores[i]));
    }
    fresh.clear();
    scored.sort(Comparator.comparingDouble(Scored::score).reversed());
    if (scored.size() > count) {
      scored = new ArrayList<>(scored.subList(0, count));
    }
  }

  /** The best first. */
  List<ScheduleState> ranked() {
    return scored.stream().map(Scored::state).toList();
  }

  /** One of the selected; of two drawn at random the better one. */
  ScheduleState parent(RandomGenerator random) {
    int index = Math.min(random.nextInt(scored.size()), random.nextInt(scored.size()));
    return scored.get(index).state();
  }
}
