package dev.tilewright.core.target;

/** The machine that programs are made for, with the facts that rules, models and lowering ask. */
public sealed interface Target permits CpuTarget, GpuTarget {
  /** The text that {@code --target} takes and records hold. */
  String text();

  /**
   * Threads of this machine's processors that a program may use; 1 where a device does the work.
   */
  int threads();
}
