package dev.tilewright.runtime.cpu;

/** Whether the threads of a pool stay on one processor each. */
public enum Pinning {
  /** The system moves threads as it likes: right where other programs share the machine. */
  NONE,
  /** Thread i stays on the i-th processor that the process may use; where possible. */
  ONE_PROCESSOR_EACH
}
