package dev.tilewright.search.model;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.Target;
import dev.tilewright.search.feature.FeatureExtractor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Predicts the throughput of a program, relative to the best of its task, as the sum of predictions
 * for its statements, by gradient-boosted trees trained on all measurements of the run (Ansor, OSDI
 * 2020, section 5.2). One model serves all tasks of a run. Until it has seen enough programs it
 * says what the analytic model says, unless it started from a saved model. It is trained again
 * whenever the measurements have grown by a share, so that training stays a small share of a run.
 */
public final class LearnedModel implements CostModel {
  /** Fewer programs teach nothing that the analytic model does not know. */
  private static final int LEAST_PROGRAMS = 16;

  private static final double GROWTH = 1.2;
  private static final int ROUNDS = 60;

  /** Trees added to a saved model, which knows most already. */
  private static final int ROUNDS_AFTER_START = 40;

  private final FeatureExtractor extractor;
  private final CostModel analytic;
  private final TrainingSet training = new TrainingSet();
  private final Optional<TreeEnsemble> start;
  private Optional<TreeEnsemble> trees;
  private int trainedOn;

  private LearnedModel(Target target, FeatureExtractor extractor, Optional<TreeEnsemble> start) {
    this.extractor = extractor;
    this.analytic = AnalyticModels.of(target);
    this.start = start;
    this.trees = start;
  }

  /** A model that knows nothing yet. */
  public static LearnedModel blind(Target target) {
    return new LearnedModel(target, new FeatureExtractor(target), Optional.empty());
  }

  /**
   * A model that goes on from a saved one.
   *
   * @param bytes of {@link #save}
   * @param origin of the bytes, for messages
   * @throws dev.tilewright.base.UserException if they are not of a model with these features
   */
  public static LearnedModel from(byte[] bytes, String origin, Target target) {
    FeatureExtractor extractor = new FeatureExtractor(target);
    byte[] trees = ModelFile.read(bytes, extractor.names(), origin);
    return new LearnedModel(
        target, extractor, Optional.of(TreeEnsemble.load(trees, extractor.names().size())));
  }

  @Override
  public double[] score(List<ScheduleState> states) {
    if (trees.isEmpty()) {
      return analytic.score(states);
    }
    Rows rows =
        Rows.of(states.parallelStream().map(extractor::extract).toList(), extractor.names().size());
    float[] predicted = trees.get().predict(rows);
    double[] scores = new double[states.size()];
    for (int row = 0; row < rows.size(); row++) {
      scores[rows.programs()[row]] += predicted[row];
    }
    return scores;
  }

  @Override
  public void update(List<Measured> measured) {
    measured.forEach(one -> training.add(one, extractor.extract(one.state())));
    if (training.size() >= Math.max(LEAST_PROGRAMS, trainedOn * GROWTH)) {
      train();
    }
  }

  /**
   * The model with all that it has learnt, to start another one from.
   *
   * @return empty if it has learnt nothing
   */
  public Optional<byte[]> save() {
    if (training.size() > trainedOn) {
      train();
    }
    return trees.map(known -> ModelFile.write(known.bytes(), extractor.names()));
  }

  private void train() {
    trainedOn = training.size();
    double[] throughput = training.throughput();
    if (Arrays.stream(throughput).allMatch(value -> value == 0)) {
      return;
    }
    Rows rows = training.rows(extractor.names().size());
    ThroughputLoss loss = new ThroughputLoss(rows.programs(), throughput);
    trees =
        Optional.of(
            TreeEnsemble.train(
                rows,
                extractor.names().size(),
                loss,
                start.isPresent() ? ROUNDS_AFTER_START : ROUNDS,
                start));
  }
}
