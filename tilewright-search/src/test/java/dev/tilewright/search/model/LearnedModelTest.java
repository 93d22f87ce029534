package dev.tilewright.search.model;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.evolve.SearchSpace;
import dev.tilewright.search.evolve.SketchSearchSpace;
import dev.tilewright.search.evolve.Workloads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LearnedModelTest {
  private static final CpuTarget CPU = Workloads.cpu();
  private static final ComputeDag MATMUL = Workloads.matmul(256, 256, 256);

  @Test
  void itRanksProgramsThatItHasNotSeen() {
    LearnedModel model = LearnedModel.blind(CPU);
    model.update(measure(MATMUL, 300, 1));
    assertThat(quality(model, measure(MATMUL, 200, 2)).pairwiseAccuracy()).isGreaterThan(0.85);
  }

  @Test
  void itSaysWhatTheAnalyticModelSaysUntilItHasLearnt() {
    LearnedModel model = LearnedModel.blind(CPU);
    List<ScheduleState> states = states(measure(MATMUL, 8, 1));
    model.update(measure(MATMUL, 8, 3));
    assertThat(model.score(states)).isEqualTo(new AnalyticModel(CPU).score(states));
    assertThat(model.save()).as("what little it has seen").isPresent();
  }

  @Test
  void onlyFailuresTeachNothing() {
    LearnedModel model = LearnedModel.blind(CPU);
    model.update(
        measure(MATMUL, 40, 1).stream()
            .map(one -> new Measured(one.state(), Double.POSITIVE_INFINITY))
            .toList());
    assertThat(model.save()).isEmpty();
    List<ScheduleState> states = states(measure(MATMUL, 8, 2));
    assertThat(model.score(states)).isEqualTo(new AnalyticModel(CPU).score(states));
  }

  @Test
  void theSameMeasurementsGiveTheSameModel() {
    assertThat(trained(MATMUL).save())
        .hasValueSatisfying(
            bytes -> assertThat(trained(MATMUL).save().orElseThrow()).isEqualTo(bytes));
  }

  /** Another shape is ranked by what was learnt, before the first measurement of it. */
  @Test
  void aSavedModelKnowsATaskThatItHasNotSeen() {
    byte[] bytes = trained(MATMUL).save().orElseThrow();
    LearnedModel loaded = LearnedModel.from(bytes, "test", CPU);
    ComputeDag other = Workloads.matmul(128, 512, 64);
    List<Measured> unseen = measure(other, 200, 5);
    assertThat(quality(loaded, unseen).pairwiseAccuracy()).isGreaterThan(0.75);
    List<ScheduleState> states = states(unseen);
    assertThat(loaded.score(states)).isEqualTo(trained(MATMUL).score(states));
  }

  @Test
  void aLoadedModelGoesOnLearningAndIsLeftAsItWas() {
    byte[] bytes = trained(MATMUL).save().orElseThrow();
    ComputeDag other = Workloads.conv(14, 16, 32, 1);
    LearnedModel model = LearnedModel.from(bytes, "test", CPU);
    List<Measured> unseen = measure(other, 200, 5);
    double before = quality(model, unseen).pairwiseAccuracy();
    model.update(measure(other, 300, 6));
    assertThat(quality(model, unseen).pairwiseAccuracy()).isGreaterThan(before);
    assertThat(LearnedModel.from(bytes, "test", CPU).save()).hasValue(bytes);
  }

  @Test
  void whatIsNoModelIsRefused() {
    byte[] good = trained(MATMUL).save().orElseThrow();
    byte[] flipped = good.clone();
    flipped[good.length / 2] ^= 1;
    byte[] otherFeatures = good.clone();
    otherFeatures["tilewright-cost-model 1\n".length()] ^= 1;
    refuses(new byte[0], "not a saved model");
    refuses(new byte[] {1, 2, 3}, "not a saved model");
    refuses("tilewright-cost-model 1".getBytes(US_ASCII), "not a saved model");
    refuses(Arrays.copyOf(good, good.length - 1), "damaged");
    refuses(flipped, "damaged");
    refuses(otherFeatures, "other features");
  }

  private static void refuses(byte[] bytes, String why) {
    assertThatThrownBy(() -> LearnedModel.from(bytes, "a.model", CPU))
        .isInstanceOf(UserException.class)
        .hasMessageContaining("a.model")
        .hasMessageContaining(why);
  }

  private static LearnedModel trained(ComputeDag dag) {
    LearnedModel model = LearnedModel.blind(CPU);
    model.update(measure(dag, 300, 1));
    return model;
  }

  private static RankingQuality quality(CostModel model, List<Measured> measured) {
    return RankingQuality.of(
        model.score(states(measured)),
        measured.stream().mapToDouble(Measured::seconds).toArray(),
        20);
  }

  private static List<ScheduleState> states(List<Measured> measured) {
    return measured.stream().map(Measured::state).toList();
  }

  /** Times that stand for measurements: the analytic model's, with a disturbance. */
  private static List<Measured> measure(ComputeDag dag, int count, long seed) {
    Random random = new Random(seed);
    SearchSpace space = SketchSearchSpace.of(dag, CPU);
    AnalyticModel truth = new AnalyticModel(CPU);
    List<Measured> measured = new ArrayList<>();
    while (measured.size() < count) {
      space
          .sample(random)
          .ifPresent(
              state ->
                  measured.add(
                      new Measured(
                          state, truth.cycles(state) * 1e-9 * (1 + 0.05 * random.nextDouble()))));
    }
    return measured;
  }
}
