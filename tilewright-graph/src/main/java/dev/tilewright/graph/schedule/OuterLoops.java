package dev.tilewright.graph.schedule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.target.CpuTarget;
import java.util.ArrayList;
import java.util.List;

/** Spreads the outer loops of a stage at root over threads. */
final class OuterLoops {
  /** Below this many scalar operations a kernel is over before another thread has woken up. */
  private static final double LEAST_WORK = 100_000;

  /** Chunks a thread at least, so that threads finish together. */
  private static final long CHUNKS_A_THREAD = 8;

  private OuterLoops() {}

  /**
   * Fuses the outermost loops into a parallel one, as many of them as give each thread enough
   * chunks.
   *
   * @param loops the outer loops, which are the first ones of the stage, outermost first
   * @param most how many of them may be fused
   * @param work scalar operations of the whole stage
   * @return the outer loops as they are called afterwards
   */
  static List<String> parallelise(
      Draft draft, String stage, List<String> loops, int most, double work, CpuTarget target) {
    if (most == 0 || work < LEAST_WORK) {
      return loops;
    }
    long wanted = CHUNKS_A_THREAD * target.threads();
    long chunks = 1;
    int fused = 0;
    while (fused < most && chunks < wanted) {
      chunks *= draft.extent(stage, loops.get(fused++));
    }
    String parallel = draft.fuse(stage, loops.subList(0, fused));
    draft.annotate(stage, parallel, ForKind.PARALLEL);
    List<String> result = new ArrayList<>(loops.subList(fused, loops.size()));
    result.addFirst(parallel);
    return result;
  }
}
