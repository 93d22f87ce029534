package dev.tilewright.runtime.cpu;

import dev.tilewright.base.InternalException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * A fixed set of platform threads that run kernels. One of them is the leader: it executes what
 * callers hand over, one piece after the other, shares the chunks of each kernel with the other
 * threads and takes part itself. Callers only wait, so kernels always find the pool's large stacks,
 * whatever thread asks for them.
 *
 * <p>Dispatch from the leader costs a few microseconds at most: idle threads spin for a short while
 * before they park. Run a sequence of kernels inside one {@link #call}, which is one hand-over for
 * all of them.
 */
public final class ThreadPool implements AutoCloseable {
  private static final int LEADER = 0;

  private final int threads;
  private final ExecutorService leader;
  private final List<PoolWorker> workers = new ArrayList<>();
  private final SpinWait spin;
  private final JobSlot slot = new JobSlot();

  private ThreadPool(int threads, Pinning pinning) {
    this.threads = threads;
    this.spin = SpinWait.forThreads(threads);
    Processors processors = Processors.of(pinning);
    this.leader =
        Executors.newSingleThreadExecutor(work -> new PoolThread(slot, LEADER, processors, work));
    for (int index = LEADER + 1; index < threads; index++) {
      PoolWorker worker = new PoolWorker(index, slot, spin);
      workers.add(worker);
      worker.start(new PoolThread(slot, index, processors, worker));
    }
  }

  /** A pool of that many threads, the leader among them, that the system may move. */
  public static ThreadPool create(int threads) {
    return create(threads, Pinning.NONE);
  }

  /**
   * A pool of that many threads, the leader among them.
   *
   * @throws IllegalArgumentException if there is not at least one
   */
  public static ThreadPool create(int threads, Pinning pinning) {
    if (threads < 1) {
      throw new IllegalArgumentException(
          "thread pool: got " + threads + " threads; expected 1 or more");
    }
    return new ThreadPool(threads, pinning);
  }

  /** Number of threads that share the work. */
  public int threads() {
    return threads;
  }

  /**
   * Runs all chunks of a kernel and returns when they are done.
   *
   * @param buffers native array of pointers, one a parameter of the kernel
   * @param chunks number of chunks; 0 runs nothing
   */
  public void run(NativeKernel kernel, MemorySegment buffers, long chunks) {
    run((begin, end) -> kernel.invoke(buffers, begin, end), chunks);
  }

  /**
   * Runs all chunks of a task and returns when they are done. If one fails, the chunks not yet
   * begun are skipped and the first failure is thrown. Inside a chunk, a nested run is executed by
   * the thread that asks.
   *
   * @throws IllegalStateException if the pool is closed
   */
  public void run(ChunkTask task, long chunks) {
    if (chunks <= 0) {
      return;
    }
    Optional<Integer> poolThread = PoolThread.indexIn(slot);
    if (poolThread.isEmpty()) {
      call(Executors.callable(() -> share(task, chunks)));
    } else if (poolThread.get() == LEADER && !slot.isBusy()) {
      share(task, chunks);
    } else {
      task.run(0, chunks);
    }
  }

  /**
   * Executes the work on the leader and returns its result; on a thread of the pool, at once. The
   * caller waits even if it is interrupted, since native code cannot be stopped; the interrupt
   * stays set.
   *
   * @throws IllegalStateException if the pool is closed
   */
  public <T> T call(Callable<T> work) {
    if (PoolThread.indexIn(slot).isPresent()) {
      return Unchecked.call(work);
    }
    try {
      return join(leader.submit(work));
    } catch (RejectedExecutionException closed) {
      throw new IllegalStateException("thread pool: it is closed", closed);
    }
  }

  /** Ends the threads after the work in progress. */
  @Override
  public void close() {
    if (PoolThread.indexIn(slot).isPresent()) {
      throw new IllegalStateException("thread pool: its own thread cannot close it");
    }
    leader.close();
    workers.forEach(PoolWorker::stop);
  }

  private void share(ChunkTask task, long chunks) {
    if (threads == 1 || chunks == 1) {
      task.run(0, chunks);
      return;
    }
    Job job = new Job(task, chunks, threads);
    slot.publish(job);
    try {
      for (PoolWorker worker : workers) {
        worker.wakeIfParked();
      }
      job.participate(LEADER);
      job.awaitDone(spin);
    } finally {
      slot.finish();
    }
    job.rethrowFailure();
  }

  private static <T> T join(Future<T> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException stop) {
          interrupted = true;
        }
      }
    } catch (ExecutionException failed) {
      switch (failed.getCause()) {
        case RuntimeException unchecked -> throw unchecked;
        case Error error -> throw error;
        case Throwable checked ->
            throw new InternalException("work on the thread pool failed: " + checked, checked);
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
