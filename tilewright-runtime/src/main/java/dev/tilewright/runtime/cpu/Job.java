package dev.tilewright.runtime.cpu;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One run of a task. Each thread has a contiguous share of the chunks, so that neighbours stay in
 * one cache; it takes its share in pieces, and when it is through it takes pieces of the others'
 * shares. A thread that comes late finds nothing left and is not waited for.
 */
final class Job {
  /** The job before the first. */
  static final Job NONE = new Job((begin, end) -> {}, 0, 1);

  /** Pieces that a share is taken in: enough to even out the threads' speeds. */
  private static final int PIECES_PER_SHARE = 8;

  /** Distance of two cursors, so that they are in different cache lines. */
  private static final int STRIDE = 16;

  private final ChunkTask task;
  private final long chunks;
  private final int shares;
  private final long piece;
  private final AtomicLongArray cursors;
  private final AtomicLong remaining;
  private final AtomicReference<Optional<Throwable>> failure =
      new AtomicReference<>(Optional.empty());
  private volatile Optional<Thread> parkedWaiter = Optional.empty();

  Job(ChunkTask task, long chunks, int shares) {
    this.task = task;
    this.chunks = chunks;
    this.shares = shares;
    this.piece = Math.max(1, chunks / shares / PIECES_PER_SHARE);
    this.remaining = new AtomicLong(chunks);
    this.cursors = new AtomicLongArray(shares * STRIDE);
    for (int share = 0; share < shares; share++) {
      cursors.setPlain(share * STRIDE, shareBegin(share));
    }
  }

  /** Executes pieces, beginning with the given share, until none is left to begin. */
  void participate(int firstShare) {
    for (int offset = 0; offset < shares; offset++) {
      int share = (firstShare + offset) % shares;
      long end = shareBegin(share + 1);
      while (cursors.get(share * STRIDE) < end) {
        long begin = cursors.getAndAdd(share * STRIDE, piece);
        if (begin < end) {
          execute(begin, Math.min(end, begin + piece));
        }
      }
    }
  }

  /** Returns when every chunk is done. */
  void awaitDone(SpinWait spin) {
    if (spin.until(() -> remaining.get() == 0)) {
      return;
    }
    parkedWaiter = Optional.of(Thread.currentThread());
    while (remaining.get() != 0) {
      LockSupport.park(this);
    }
  }

  void rethrowFailure() {
    if (failure.get().isEmpty()) {
      return;
    }
    switch (failure.get().get()) {
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }

  private void execute(long begin, long end) {
    try {
      if (failure.get().isEmpty()) {
        task.run(begin, end);
      }
    } catch (Throwable thrown) {
      failure.compareAndSet(Optional.empty(), Optional.of(thrown));
    } finally {
      if (remaining.addAndGet(begin - end) == 0) {
        parkedWaiter.ifPresent(LockSupport::unpark);
      }
    }
  }

  private long shareBegin(int share) {
    return chunks / shares * share + Math.min(share, chunks % shares);
  }
}
