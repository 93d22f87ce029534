package dev.tilewright.graph.network;

import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.lower.LoweringRefusedException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.graph.schedule.DefaultSchedule;
import dev.tilewright.search.evolve.SketchSearchSpace;
import dev.tilewright.search.model.AnalyticModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Schedules as a search would choose them, without measuring: of a few samples of the search space
 * the one that the analytic model likes best.
 */
final class SampledSchedules implements Function<NetworkTask, ScheduleState> {
  private static final int SAMPLES = 8;
  private static final int ATTEMPTS = 40;

  private final CpuTarget target;
  private final long seed;

  SampledSchedules(CpuTarget target, long seed) {
    this.target = target;
    this.seed = seed;
  }

  /** Depends on seed and task only, since tasks are lowered in any order. */
  @Override
  public ScheduleState apply(NetworkTask task) {
    Random random = new Random(seed ^ task.key().hex().hashCode());
    SketchSearchSpace space = SketchSearchSpace.of(task.dag(), target);
    List<ScheduleState> samples = new ArrayList<>();
    for (int attempt = 0; attempt < ATTEMPTS && samples.size() < SAMPLES; attempt++) {
      space.sample(random).filter(SampledSchedules::lowers).ifPresent(samples::add);
    }
    return samples.isEmpty() ? DefaultSchedule.of(task.dag(), target) : best(samples);
  }

  private ScheduleState best(List<ScheduleState> samples) {
    double[] scores = new AnalyticModel(target).score(samples);
    int best = 0;
    for (int i = 1; i < scores.length; i++) {
      best = scores[i] > scores[best] ? i : best;
    }
    return samples.get(best);
  }

  private static boolean lowers(ScheduleState state) {
    try {
      Lowering.lower(state);
      return true;
    } catch (LoweringRefusedException refused) {
      return false;
    }
  }
}
