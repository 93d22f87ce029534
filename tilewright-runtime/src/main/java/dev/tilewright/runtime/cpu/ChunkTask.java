package dev.tilewright.runtime.cpu;

/** Work that is divided into chunks, which may run in any order and at the same time. */
@FunctionalInterface
public interface ChunkTask {
  /** Executes the chunks from {@code begin} to {@code end}, the latter excluded. */
  void run(long begin, long end);
}
