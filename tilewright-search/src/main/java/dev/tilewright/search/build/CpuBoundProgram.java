package dev.tilewright.search.build;

import dev.tilewright.runtime.cpu.NativeKernel;
import dev.tilewright.runtime.cpu.ThreadPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** A program for this machine's processors that works on the tensors themselves. */
final class CpuBoundProgram implements BoundProgram {
  /** One kernel with its arguments. */
  record Launch(NativeKernel kernel, MemorySegment buffers, long chunks) {}

  private final List<Launch> launches;
  private final ThreadPool pool;
  private final Arena arena;

  /**
   * @param arena holds the arguments; this object closes it
   */
  CpuBoundProgram(List<Launch> launches, ThreadPool pool, Arena arena) {
    this.launches = List.copyOf(launches);
    this.pool = pool;
    this.arena = arena;
  }

  @Override
  public long time(long runs) {
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

  @Override
  public void fetch() {
    // The results are where they belong.
  }

  @Override
  public void close() {
    arena.close();
  }
}
