package dev.tilewright.runtime.cpu;

import java.util.concurrent.locks.LockSupport;

/** A thread of the pool other than the leader: waits for a job, takes part, waits again. */
final class PoolWorker implements Runnable {
  private final int index;
  private final JobSlot slot;
  private final SpinWait spin;
  private volatile boolean parked;
  private volatile boolean stopped;
  private Thread thread;

  PoolWorker(int index, JobSlot slot, SpinWait spin) {
    this.index = index;
    this.slot = slot;
    this.spin = spin;
  }

  void start(Thread newThread) {
    thread = newThread;
    thread.start();
  }

  void wakeIfParked() {
    if (parked) {
      LockSupport.unpark(thread);
    }
  }

  /** Ends the thread and waits for it. */
  void stop() {
    stopped = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void run() {
    Job last = Job.NONE;
    while (!stopped) {
      Job job = slot.latest();
      if (job != last) {
        last = job;
        job.participate(index);
      } else {
        awaitOtherThan(last);
      }
    }
  }

  private void awaitOtherThan(Job last) {
    if (spin.until(() -> slot.latest() != last || stopped)) {
      return;
    }
    parked = true;
    while (slot.latest() == last && !stopped) {
      LockSupport.park(slot);
    }
    parked = false;
  }
}
