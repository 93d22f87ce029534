package dev.tilewright.core.interp;

/** The variables of a running program: index variables, integer and float parameters by slot. */
final class Frame {
  final long[] integers;
  final double[] floats;

  /** Who accesses memory now, see {@link GlobalMemory}. */
  int chunk = GlobalMemory.HOST + 1;

  /** The first chunk of the kernel that runs now. */
  int firstChunk = chunk;

  /** Number of the thread in its block; 0 on a CPU. */
  int thread;

  Frame(int integers, int floats) {
    this.integers = new long[integers];
    this.floats = new double[floats];
  }
}
