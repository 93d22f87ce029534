package dev.tilewright.cli.bench;

/** Something that computes the workload, ready to be timed. */
public interface Contender extends AutoCloseable {
  String name();

  /** Computes the workload a number of times without a pause. */
  void run(long times);

  @Override
  void close();
}
