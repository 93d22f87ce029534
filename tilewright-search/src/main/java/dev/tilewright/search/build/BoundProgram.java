package dev.tilewright.search.build;

import dev.tilewright.runtime.cpu.NativeKernel;
import dev.tilewright.runtime.cpu.ThreadPool;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A compiled program with the memory that it works on. */
public final class BoundProgram {
  /** One kernel with its arguments. */
  record Launch(NativeKernel kernel, MemorySegment buffers, long chunks) {}

  private final List<Launch> launches;

  BoundProgram(List<Launch> launches) {
    this.launches = List.copyOf(launches);
  }

  /** Computes the outputs once. */
  public void run(ThreadPool pool) {
    time(pool, 1);
  }

  /**
   * Computes the outputs several times without a pause.
   *
   * @return nanoseconds for all runs together
   */
  public long time(ThreadPool pool, long runs) {
    return pool.call(
        () -> {
          long start = System.nanoTime();
          for (long run = 0; run < runs; run++) {
            for (Launch launch : launches) {
              pool.run(launch.kernel(), launch.buffers(), launch.chunks());
            }
          }
          return System.nanoTime() - start;
        });
  }
}
