package dev.tilewright.search.record;

/** Why a candidate has no cost. */
public enum ErrorClass {
  /** A step or the lowering refuses the schedule. */
  BUILD_REFUSED("refused"),
  /** The compiler fails, which is a defect of it. */
  BUILD_ERROR("build error"),
  /** Building takes longer than allowed. */
  BUILD_TIMEOUT("build timeout"),
  /** The process dies while it builds. */
  BUILD_CRASH("build crash"),
  /** The program fails or the process dies while it runs. */
  RUN_CRASH("crash"),
  /** One run takes longer than allowed. */
  RUN_TIMEOUT("run timeout"),
  /** The outputs differ from the reference. */
  WRONG_RESULT("wrong result"),
  /** Building or running needs more memory than there is. */
  OUT_OF_MEMORY("out of memory"),
  /** The worker process cannot be started or does not speak the protocol. */
  WORKER_ERROR("worker error");

  private final String words;

  ErrorClass(String words) {
    this.words = words;
  }

  /** A short name for tables. */
  public String words() {
    return words;
  }
}
