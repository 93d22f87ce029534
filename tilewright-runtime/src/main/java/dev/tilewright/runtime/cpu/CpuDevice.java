package dev.tilewright.runtime.cpu;

/** The processor that plans run on: its threads. */
public final class CpuDevice implements AutoCloseable {
  private final ThreadPool pool;

  private CpuDevice(ThreadPool pool) {
    this.pool = pool;
  }

  /** With as many threads as there are processors, which the system may move. */
  public static CpuDevice open() {
    return open(Runtime.getRuntime().availableProcessors(), Pinning.NONE);
  }

  /**
   * With that many threads.
   *
   * @throws IllegalArgumentException if there is not at least one
   */
  public static CpuDevice open(int threads, Pinning pinning) {
    return new CpuDevice(ThreadPool.create(threads, pinning));
  }

  public ThreadPool pool() {
    return pool;
  }

  public int threads() {
    return pool.threads();
  }

  /** Ends the threads. Plans opened on this device can no longer run. */
  @Override
  public void close() {
    pool.close();
  }
}
