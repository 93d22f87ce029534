package dev.tilewright.search.tune;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.evolve.Candidate;
import dev.tilewright.search.evolve.EvolutionSettings;
import dev.tilewright.search.evolve.EvolutionarySearch;
import dev.tilewright.search.evolve.SearchSpaces;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.Measured;
import dev.tilewright.search.model.RankingQuality;
import dev.tilewright.search.rule.WinogradOption;
import dev.tilewright.search.task.TuningTask;
import java.util.List;
import java.util.random.RandomGenerator;

/** Candidates from sketches that rules derive, evolved under a cost model. */
public final class EvolutionSource implements CandidateSource {
  private final EvolutionarySearch search;

  public EvolutionSource(EvolutionarySearch search) {
    this.search = search;
  }

  /** The usual space, model and settings for a task. */
  public static EvolutionSource of(TuningTask task, CostModel model, WinogradOption winograd) {
    return new EvolutionSource(
        new EvolutionarySearch(
            SearchSpaces.of(task.dag(), task.target(), winograd),
            model,
            EvolutionSettings.DEFAULT));
  }

  @Override
  public void report(List<Measured> measured) {
    search.report(measured);
  }

  @Override
  public List<ScheduleState> propose(int count, RandomGenerator random) {
    return search.propose(count, random).stream().map(Candidate::state).toList();
  }

  @Override
  public List<RankingQuality> qualities() {
    return search.qualities();
  }

  @Override
  public void seed(List<List<Step>> neighbours) {
    search.seed(neighbours);
  }

  @Override
  public double leastWork() {
    return search.leastWork();
  }

  @Override
  public void widen() {
    search.widen();
  }
}
