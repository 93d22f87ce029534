package dev.tilewright.runtime.cpu;

import java.util.concurrent.atomic.AtomicReference;

/** Where the leader puts the job that the workers look for. */
final class JobSlot {
  private final AtomicReference<Job> latest = new AtomicReference<>(Job.NONE);

  /** The last job published, finished or not. */
  Job latest() {
    return latest.get();
  }

  void publish(Job job) {
    latest.set(job);
  }

  /** Lets go of the finished job and what it holds. */
  void finish() {
    latest.set(Job.NONE);
  }

  boolean isBusy() {
    return latest.get() != Job.NONE;
  }
}
