package dev.tilewright.search.build;

/** A compiled program with the memory that it works on. */
public interface BoundProgram extends AutoCloseable {
  /**
   * Computes the outputs several times without a pause.
   *
   * @param runs at least 1
   * @return nanoseconds for all runs together
   */
  long time(long runs);

  /** Brings what the last run computed into the output tensors, where the machine has its own. */
  void fetch();

  /** Frees what binding allocated; neither the program nor the tensors. */
  @Override
  void close();
}
