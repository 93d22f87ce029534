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
    VTHREAD
  }

  ForKind SERIAL = new Serial();
  ForKind PARALLEL = new Parallel();
  ForKind VECTORIZED = new Vectorized();
  ForKind UNROLLED = new Unrolled();
}
