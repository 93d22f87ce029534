package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.step.Split;

/**
 * A split step of a sketch whose factors are to be chosen.
 *
 * @param step its index in the sketch's steps
 * @param stage the stage whose loop is split
 * @param iter the loop
 * @param extent of the loop
 * @param factors how many factors there are
 * @param role what the parts are for
 */
record OpenSplit(int step, String stage, String iter, long extent, int factors, Role role) {
  /** What the parts of a split loop are for. */
  enum Role {
    /** Tile levels of a spatial loop, the innermost one part of a register tile. */
    SPATIAL_TILE,
    /** Tile levels of a reduction loop. */
    REDUCE_TILE,
    /** The inner part becomes the lanes of a vector of partial results. */
    LANES,
    /** The outer part becomes chunks for several threads. */
    CHUNKS
  }

  /** True if the step is this split with factors chosen. */
  boolean isFilledBy(Split filled) {
    return stage.equals(filled.stage())
        && iter.equals(filled.iter())
        && factors == filled.factors().size();
  }
}
