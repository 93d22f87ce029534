package dev.tilewright.bench.curve;

import dev.tilewright.base.UserException;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.model.AnalyticModel;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.LearnedModel;
import dev.tilewright.search.model.PretrainedModel;
import dev.tilewright.search.model.RandomModel;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

/** A cost model to compare, in the order of what it knows beforehand. */
enum ModelKind {
  RANDOM,
  ANALYTIC,
  LEARNED,
  PRETRAINED;

  /** The kind of a key, such as {@code learned}. */
  static ModelKind find(String key) {
    return Arrays.stream(values())
        .filter(kind -> kind.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new UserException(
                    "model '%s': expected one of %s"
                        .formatted(key, Arrays.stream(values()).map(ModelKind::key).toList())));
  }

  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A model that has learnt nothing of the task yet. */
  CostModel open(CpuTarget target, long seed) {
    return switch (this) {
      case RANDOM -> new RandomModel(new SplittableRandom(seed));
      case ANALYTIC -> new AnalyticModel(target);
      case LEARNED -> LearnedModel.blind(target);
      case PRETRAINED -> PretrainedModel.of(target);
    };
  }
}
