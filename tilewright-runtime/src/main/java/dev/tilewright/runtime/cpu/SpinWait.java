package dev.tilewright.runtime.cpu;

import java.util.function.BooleanSupplier;

/**
 * Busy waiting for a bounded time. Kernels of a network follow each other within microseconds, and
 * waking a parked thread takes tens of them.
 *
 * @param nanos how long; 0 never spins
 */
record SpinWait(long nanos) {
  private static final long DEFAULT_NANOS = 50_000;

  /** Looks at the clock once in so many turns. */
  private static final int TURNS = 64;

  /** Spinning threads get in each other's way if they are more than the processors. */
  static SpinWait forThreads(int threads) {
    return new SpinWait(threads <= Runtime.getRuntime().availableProcessors() ? DEFAULT_NANOS : 0);
  }

  /** Waits for the condition; false if the time is over and it does not hold. */
  boolean until(BooleanSupplier condition) {
    long start = System.nanoTime();
    do {
      for (int turn = 0; turn < TURNS; turn++) {
        if (condition.getAsBoolean()) {
          return true;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < nanos);
    return false;
  }
}
