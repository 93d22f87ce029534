package dev.tilewright.runtime.plan;

import dev.tilewright.runtime.cpu.ThreadPool;

/** A step of a plan with what it needs looked up. */
sealed interface BoundStep permits BoundLaunch, BoundHost {
  /** Runs on the leader of the pool. */
  void run(PlanCall call, ThreadPool pool);
}
