package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.ScheduleState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Lets all threads of a block take part in the copies into its shared memory. */
final class GpuCopies {
  private GpuCopies() {}

  /** The factors with the threads of copies set; empty if the other factors do not fit. */
  static Optional<List<List<Long>>> complete(Sketch sketch, List<List<Long>> factors) {
    List<List<Long>> open = withThreads(sketch, factors, Optional.empty());
    return sketch.fill(open).map(filled -> withThreads(sketch, factors, Optional.of(filled)));
  }

  private static List<List<Long>> withThreads(
      Sketch sketch, List<List<Long>> factors, Optional<ScheduleState> filled) {
    List<List<Long>> all = new ArrayList<>(factors);
    for (int index = 0; index < all.size(); index++) {
      if (GpuTileSampler.role(sketch, index) == GpuSplitRole.COPY) {
        String copy = sketch.open().get(index).stage();
        long threads = filled.map(state -> threads(state, copy)).orElse(1L);
        all.set(index, List.of(threads, all.get(index).getLast()));
      }
    }
    return all;
  }

  private static long threads(ScheduleState state, String copy) {
    String root = GridFacts.root(state, state.findStage(copy).orElseThrow()).name();
    return GridFacts.of(state).threads(root, ThreadAxis.THREAD_X);
  }
}
