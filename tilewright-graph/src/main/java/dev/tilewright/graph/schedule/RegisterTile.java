package dev.tilewright.graph.schedule;

/**
 * The block of results that is accumulated in registers.
 *
 * @param vectorAxis the axis that runs over vector lanes
 * @param lanes lanes of one vector
 * @param vectors vectors side by side along the vector axis
 * @param rowAxis the axis of the other side of the block; -1 if there is none
 * @param rows extent along that axis
 */
record RegisterTile(int vectorAxis, long lanes, long vectors, int rowAxis, long rows) {
  /** Results along the vector axis. */
  long width() {
    return lanes * vectors;
  }

  /** Vector registers that hold accumulators. */
  long accumulators() {
    return vectors * rows;
  }
}
