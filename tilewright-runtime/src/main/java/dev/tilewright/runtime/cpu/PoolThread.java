package dev.tilewright.runtime.cpu;

import java.util.Optional;

/** A thread of a pool, with a stack that is large enough for kernels; thread 0 is the leader. */
final class PoolThread extends Thread {
  /** Kernels may keep several MiB of tiles on the stack. */
  private static final long STACK_BYTES = 16L << 20;

  private final JobSlot pool;
  private final int index;
  private final Processors processors;

  /**
   * @param pool tells the threads of one pool from those of another
   * @param processors where the thread may run
   */
  PoolThread(JobSlot pool, int index, Processors processors, Runnable work) {
    super(null, work, "tilewright-" + index, STACK_BYTES, false);
    this.pool = pool;
    this.index = index;
    this.processors = processors;
    setDaemon(true);
  }

  /** The thread's number in the pool; nothing for a thread that is not of that pool. */
  static Optional<Integer> indexIn(JobSlot pool) {
    return Thread.currentThread() instanceof PoolThread thread && thread.pool == pool
        ? Optional.of(thread.index)
        : Optional.empty();
  }

  @Override
  public void run() {
    processors.pinCallingThread(index);
    super.run();
  }
}
