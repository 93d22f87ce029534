package dev.tilewright.graph.schedule;

import dev.tilewright.base.UserException;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.evolve.GpuSearchSpace;
import dev.tilewright.search.model.GpuAnalyticModel;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The schedule of a DAG for a GPU without a search: of some samples of the search space, always the
 * same ones, the one that the analytic model thinks fastest. Tiles, reductions across threads and
 * reductions split across blocks are all among the samples, so no rule by shape decides.
 */
final class GpuDefaultSchedule {
  private static final int SAMPLES = 96;
  private static final int ATTEMPTS = 4 * SAMPLES;
  private static final long SEED = 0x7469_6c65;

  private GpuDefaultSchedule() {}

  /** The schedule; the plain one, which a single thread executes, if nothing else lowers. */
  static ScheduleState of(ComputeDag dag, GpuTarget target) {
    GpuSearchSpace space = GpuSearchSpace.of(dag, target);
    List<ScheduleState> samples = samples(space);
    double[] scores = new GpuAnalyticModel(target).score(samples);
    List<Integer> ranking = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      ranking.add(i);
    }
    ranking.sort(Comparator.comparingDouble((Integer i) -> scores[i]).reversed());
    return ranking.stream()
        .map(samples::get)
        .filter(state -> lowers(space, state))
        .findFirst()
        .orElseGet(() -> ScheduleState.initial(dag));
  }

  private static List<ScheduleState> samples(GpuSearchSpace space) {
    SplittableRandom random = new SplittableRandom(SEED);
    List<ScheduleState> samples = new ArrayList<>();
    for (int attempt = 0; attempt < ATTEMPTS && samples.size() < SAMPLES; attempt++) {
      Optional<ScheduleState> sample = space.sample(random);
      sample.ifPresent(samples::add);
    }
    return samples;
  }

  private static boolean lowers(GpuSearchSpace space, ScheduleState state) {
    try {
      space.lower(state);
      return true;
    } catch (UserException refused) {
      return false;
    }
  }
}
