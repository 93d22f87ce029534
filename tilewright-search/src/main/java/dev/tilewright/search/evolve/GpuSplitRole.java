package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;

/** What the factors of an open split of a sketch for GPUs are. */
enum GpuSplitRole {
  /** Virtual threads, threads and two levels of a register tile. */
  TILE,
  /** Two levels of a reduction inside of what is in shared memory at a time. */
  REDUCTION,
  /** Threads that reduce together, and the lanes of their loads. */
  THREADS_AND_LANES,
  /** Length of the chunks of a reduction that is split across blocks. */
  CHUNK,
  /** The threads of the block, and the lanes of their copies into shared memory. */
  COPY,
  /** Threads, and lanes. */
  ELEMENTS,
  /** Rows of a block whose threads reduce together. */
  ROWS,
  /** Threads of a stage that has one element a thread. */
  THREADS;

  private static final int TILE_FACTORS = 4;

  static GpuSplitRole of(OpenSplit split, ScheduleState sketch) {
    Stage stage = sketch.findStage(split.stage()).orElseThrow();
    if (split.role() == OpenSplit.Role.CHUNKS) {
      return CHUNK;
    }
    if (split.role() == OpenSplit.Role.LANES) {
      return THREADS_AND_LANES;
    }
    if (split.role() == OpenSplit.Role.REDUCE_TILE) {
      return REDUCTION;
    }
    if (split.factors() == TILE_FACTORS) {
      return TILE;
    }
    if (stage.isShared() && stage.placement() instanceof Placement.At) {
      return COPY;
    }
    if (split.factors() == 2) {
      return ELEMENTS;
    }
    boolean byThreads =
        stage.reducesAcrossThreads()
            || sketch.stages().stream()
                .anyMatch(
                    other ->
                        other.reducesAcrossThreads()
                            && other.placement() instanceof Placement.At(String target, var _)
                            && target.equals(stage.name()));
    return byThreads ? ROWS : THREADS;
  }
}
