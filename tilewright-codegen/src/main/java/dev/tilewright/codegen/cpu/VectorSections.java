package dev.tilewright.codegen.cpu;

import java.util.ArrayList;
import java.util.List;

/** Cuts the iterations of a vector loop into sections that are executed as one vector each. */
final class VectorSections {
  private VectorSections() {}

  /**
   * Equal sections in a row.
   *
   * @param start first iteration
   * @param lanes iterations of each section
   * @param count number of sections
   */
  record Run(long start, int lanes, long count) {}

  /**
   * The runs that cover an extent: as many of the largest size as fit, then smaller ones, the last
   * shorter than a register.
   *
   * @param registerLanes lanes of one vector register, a power of two
   * @param registers registers that one value may take, a power of two
   */
  static List<Run> of(long extent, int registerLanes, int registers) {
    List<Run> runs = new ArrayList<>();
    long start = 0;
    for (int lanes = registers * registerLanes; lanes >= registerLanes; lanes /= 2) {
      long count = (extent - start) / lanes;
      if (count > 0) {
        runs.add(new Run(start, lanes, count));
        start += count * lanes;
      }
    }
    if (start < extent) {
      runs.add(new Run(start, Math.toIntExact(extent - start), 1));
    }
    return runs;
  }
}
