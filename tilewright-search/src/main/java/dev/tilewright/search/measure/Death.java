package dev.tilewright.search.measure;

import dev.tilewright.search.record.ErrorClass;

/**
 * How a worker process ended.
 *
 * @param exitCode 128 plus the signal if a signal ended it; 0 if it had to be killed
 * @param errorOutput what it wrote to its error stream, shortened to one line
 */
record Death(int exitCode, String errorOutput) {
  private static final int SIGNAL_BASE = 128;
  private static final int SIGABRT = 6;
  private static final int SIGKILL = 9;
  private static final int SIGSEGV = 11;
  private static final int SIGILL = 4;
  private static final int SIGFPE = 8;
  private static final int SIGBUS = 7;

  /** The class of error for the candidate that was at work. */
  ErrorClass classify(ErrorClass otherwise) {
    boolean killedBySystem = exitCode == SIGNAL_BASE + SIGKILL;
    boolean javaHeap = errorOutput.contains("OutOfMemoryError");
    return killedBySystem || javaHeap ? ErrorClass.OUT_OF_MEMORY : otherwise;
  }

  /** One line. */
  String describe() {
    String how =
        switch (exitCode - SIGNAL_BASE) {
          case SIGABRT -> "the worker was aborted (SIGABRT)";
          case SIGKILL -> "the worker was killed (SIGKILL)";
          case SIGSEGV -> "the worker accessed invalid memory (SIGSEGV)";
          case SIGILL -> "the worker met an illegal instruction (SIGILL)";
          case SIGFPE -> "the worker met an arithmetic fault (SIGFPE)";
          case SIGBUS -> "the worker met a bus error (SIGBUS)";
          default -> "the worker ended with exit code " + exitCode;
        };
    return errorOutput.isEmpty() ? how : how + ": " + errorOutput;
  }
}
