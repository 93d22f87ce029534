package dev.tilewright.core.ir;

/** How the iterations of a loop are executed. */
public sealed interface ForKind {
  /** One after the other. */
  record Serial() implements ForKind {}

  /** In any order, spread over the threads of a CPU; only as the outermost loop of a kernel. */
  record Parallel() implements ForKind {}

  /** As lanes of vector instructions; the iterations are independent of each other. */
  record Vectorized() implements ForKind {}

  /** Written out. */
  record Unrolled() implements ForKind {}

  /** By blocks or threads of a GPU grid. */
  record Bound(ThreadAxis axis) implements ForKind {}

  /** Grid dimensions of a GPU kernel. */
  enum ThreadAxis {
    BLOCK_X,
    BLOCK_Y,
    BLOCK_Z,
    THREAD_X,
    THREAD_Y,
    THREAD_Z,
    /**
     * Iterations that one thread executes interleaved, statement by statement, as if each were a
     * thread of its own: {@code for v: A; B} becomes {@code for v: A; for v: B}.
     */
    VTHREAD;

    /** True for the axes that number the blocks of the grid. */
    public boolean isBlock() {
      return this == BLOCK_X || this == BLOCK_Y || this == BLOCK_Z;
    }

    /** True for the axes that number the threads of a block. */
    public boolean isThread() {
      return this == THREAD_X || this == THREAD_Y || this == THREAD_Z;
    }
  }

  ForKind SERIAL = new Serial();
  ForKind PARALLEL = new Parallel();
  ForKind VECTORIZED = new Vectorized();
  ForKind UNROLLED = new Unrolled();
}
