package dev.tilewright.core.interp;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.GridKernel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Runs a kernel written for a grid: blocks in shuffled order, the threads of a block together. */
final class GridRun {
  private final List<SharedMemory> shared = new ArrayList<>();
  private final int[] blockSlots;
  private final long[] blockExtents;
  private final Frame[] threads;
  private final BlockCode code;
  private final SharedMemory.Epoch epoch;
  private final Random random;

  GridRun(GridKernel grid, Scope scope, SharedMemory.Epoch epoch, Random random) {
    this.epoch = epoch;
    this.random = random;
    blockSlots = grid.blocks().stream().mapToInt(bound -> scope.enter(bound.var())).toArray();
    blockExtents = grid.blocks().stream().mapToLong(bound -> bound.var().extent()).toArray();
    for (Buffer buffer : grid.shared()) {
      SharedMemory memory = new SharedMemory(buffer, epoch);
      scope.declare(memory);
      shared.add(memory);
    }
    int[] slots = grid.threads().stream().mapToInt(bound -> scope.enter(bound.var())).toArray();
    long[] extents = grid.threads().stream().mapToLong(bound -> bound.var().extent()).toArray();
    int count = Math.toIntExact(grid.threadsPerBlock());
    code = new BlockCompiler(scope, count, epoch, random).compile(grid.body());
    threads = new Frame[count];
    for (int thread = 0; thread < count; thread++) {
      threads[thread] = scope.newFrame();
      threads[thread].thread = thread;
      place(thread, slots, extents, threads[thread]);
    }
  }

  /**
   * Runs all blocks; every thread of the grid is a chunk of its own to global memory.
   *
   * @param firstChunk its number
   * @return the number after the last chunk's
   */
  int run(int firstChunk) {
    long count = 1;
    for (long extent : blockExtents) {
      count = Math.multiplyExact(count, extent);
    }
    List<Long> order = new ArrayList<>();
    for (long block = 0; block < count; block++) {
      order.add(block);
    }
    Collections.shuffle(order, random);
    int next = firstChunk;
    for (long block : order) {
      epoch.next();
      shared.forEach(SharedMemory::allocate);
      for (Frame thread : threads) {
        place(block, blockSlots, blockExtents, thread);
        thread.firstChunk = firstChunk;
        thread.chunk = next++;
      }
      code.run(threads);
    }
    return next;
  }

  /** Sets loop variables, outermost first, to the digits of a number. */
  private static void place(long number, int[] slots, long[] extents, Frame frame) {
    long rest = number;
    for (int i = slots.length - 1; i >= 0; i--) {
      frame.integers[slots[i]] = rest % extents[i];
      rest /= extents[i];
    }
  }
}
