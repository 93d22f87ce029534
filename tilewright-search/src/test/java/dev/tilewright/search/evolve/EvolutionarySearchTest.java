package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.model.AnalyticModel;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.Measured;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvolutionarySearchTest {
  private static final EvolutionSettings SMALL = new EvolutionSettings(48, 2, 8, 0.2, 0.3, 0.2);

  @Test
  void nothingIsProposedTwice() {
    EvolutionarySearch search = search();
    Random random = new Random(5);
    Set<List<Step>> steps = new HashSet<>();
    Set<String> programs = new HashSet<>();
    for (int round = 0; round < 4; round++) {
      List<Candidate> candidates = search.propose(8, random);
      assertThat(candidates).hasSize(8);
      for (Candidate candidate : candidates) {
        assertThat(steps.add(candidate.state().steps())).isTrue();
        assertThat(programs.add(ProgramPrinter.text(candidate.program()))).isTrue();
      }
      search.report(measured(candidates));
    }
  }

  @Test
  void theSameSeedAndMeasurementsGiveTheSameCandidates() {
    assertThat(run(21)).isEqualTo(run(21)).isNotEqualTo(run(22));
  }

  /** What was found must not keep a widened search from other parts of the space. */
  @Test
  void aWidenedSearchProposesOtherCandidatesStillEachOnce() {
    assertThat(secondRound(true)).hasSize(8).isNotEqualTo(secondRound(false));
  }

  @Test
  void whatTheModelLikesComesFirst() {
    CostModel model = new AnalyticModel(Workloads.cpu());
    EvolutionarySearch search =
        new EvolutionarySearch(
            SketchSearchSpace.of(Workloads.matmul(64, 64, 64), Workloads.cpu()), model, SMALL);
    List<Candidate> candidates = search.propose(10, new Random(2));
    double[] scores = model.score(candidates.stream().map(Candidate::state).toList());
    for (int i = 1; i < 8; i++) {
      assertThat(scores[i]).isLessThanOrEqualTo(scores[i - 1]);
    }
  }

  @Test
  void schedulesOfAnotherShapeAreAmongTheNextProposals() {
    SearchSpace other = SketchSearchSpace.of(Workloads.conv(28, 16, 32, 1), Workloads.cpu());
    SearchSpace own = SketchSearchSpace.of(Workloads.conv(14, 16, 32, 1), Workloads.cpu());
    Random random = new Random(4);
    List<List<Step>> neighbours = new ArrayList<>();
    while (neighbours.size() < 2) {
      other
          .sample(random)
          .filter(sample -> own.adapt(sample.steps()).isPresent())
          .ifPresent(sample -> neighbours.add(sample.steps()));
    }
    EvolutionarySearch search = search();
    search.seed(neighbours);
    List<List<Step>> expected =
        neighbours.stream().map(steps -> own.adapt(steps).orElseThrow().steps()).toList();
    assertThat(search.propose(8, random).subList(0, 2))
        .extracting(candidate -> candidate.state().steps())
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<List<Step>> secondRound(boolean widen) {
    EvolutionarySearch search = search();
    Random random = new Random(3);
    List<Candidate> first = search.propose(8, random);
    search.report(measured(first));
    if (widen) {
      search.widen();
    }
    List<List<Step>> second =
        search.propose(8, random).stream().map(candidate -> candidate.state().steps()).toList();
    assertThat(second)
        .doesNotContainAnyElementsOf(first.stream().map(c -> c.state().steps()).toList());
    return second;
  }

  private static EvolutionarySearch search() {
    return new EvolutionarySearch(
        SketchSearchSpace.of(Workloads.conv(14, 16, 32, 1), Workloads.cpu()),
        new AnalyticModel(Workloads.cpu()),
        SMALL);
  }

  private static List<List<Step>> run(long seed) {
    EvolutionarySearch search = search();
    Random random = new Random(seed);
    List<List<Step>> all = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      List<Candidate> candidates = search.propose(6, random);
      candidates.forEach(candidate -> all.add(candidate.state().steps()));
      search.report(measured(candidates));
    }
    return all;
  }

  /** Times that stand for measurements: the model's. */
  private static List<Measured> measured(List<Candidate> candidates) {
    AnalyticModel model = new AnalyticModel(Workloads.cpu());
    return candidates.stream()
        .map(candidate -> new Measured(candidate.state(), model.cycles(candidate.state()) * 1e-9))
        .toList();
  }
}
