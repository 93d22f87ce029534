package dev.tilewright.graph.schedule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.target.CpuTarget;
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
   * @param work scalar operations of the whole stage
   * @return the innermost of the outer loops as it is called afterwards
   */
  static String parallelise(
      Draft draft, String stage, List<String> loops, double work, CpuTarget target) {
    if (loops.isEmpty() || work < LEAST_WORK) {
      return loops.isEmpty() ? "" : loops.getLast();
    }
    long wanted = CHUNKS_A_THREAD * target.threads();
    long chunks = 1;
    int fused = 0;
    while (fused < loops.size() && chunks < wanted) {
      chunks *= draft.extent(stage, loops.get(fused++));
    }
    String parallel = draft.fuse(stage, loops.subList(0, fused));
    draft.annotate(stage, parallel, ForKind.PARALLEL);
    return fused == loops.size() ? parallel : loops.getLast();
  }
}
