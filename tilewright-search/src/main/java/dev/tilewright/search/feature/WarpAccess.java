package dev.tilewright.search.feature;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * What the threads of one warp touch with one memory instruction: the first 32 threads of a block,
 * numbered with {@code threadIdx.x} fastest.
 *
 * @param offsets in bytes, one a thread, from the address of the first thread
 * @param bytes that each thread moves
 */
record WarpAccess(long[] offsets, long bytes) {
  static final int WARP = 32;

  /** Global memory is fetched in such pieces. */
  static final int SECTOR_BYTES = 32;

  private static final int BANKS = 32;
  private static final int BANK_BYTES = 4;

  /** Bytes of shared memory that one pass over the banks delivers. */
  private static final int PASS_BYTES = BANKS * BANK_BYTES;

  private static final List<ThreadAxis> AXES =
      List.of(ThreadAxis.THREAD_X, ThreadAxis.THREAD_Y, ThreadAxis.THREAD_Z);

  /**
   * @param bytes that each thread moves at a time
   */
  static WarpAccess of(LoopPath path, Access access, long bytes) {
    long[] offsets = new long[WARP];
    long before = 1;
    for (ThreadAxis axis : AXES) {
      int loop = position(path, axis);
      long extent = loop < 0 ? 1 : path.loops().get(loop).extent();
      double step = loop < 0 ? 0 : access.stride(loop) * access.buffer().dtype().bytes();
      for (int lane = 0; lane < WARP; lane++) {
        offsets[lane] += Math.round(lane / before % extent * step);
      }
      before *= extent;
      if (before >= WARP) {
        break;
      }
    }
    return new WarpAccess(offsets, bytes);
  }

  /** The innermost loop that numbers the threads of an axis; -1 if there is none. */
  private static int position(LoopPath path, ThreadAxis axis) {
    for (int i = path.loops().size() - 1; i >= 0; i--) {
      if (path.loops().get(i).annotation() instanceof ForKind.Bound(ThreadAxis bound)
          && bound == axis) {
        return i;
      }
    }
    return -1;
  }

  /** Sectors of global memory that are fetched. */
  int sectors() {
    return (int)
        Arrays.stream(offsets)
            .flatMap(
                offset ->
                    LongStream.rangeClosed(
                        offset / SECTOR_BYTES, (offset + bytes - 1) / SECTOR_BYTES))
            .distinct()
            .count();
  }

  /** Passes over the banks of shared memory; 1, or one for each 128 bytes, without conflicts. */
  int passes() {
    int lanesAPass = (int) Math.clamp(PASS_BYTES / Math.max(BANK_BYTES, bytes), 1, WARP);
    int passes = 0;
    for (int first = 0; first < WARP; first += lanesAPass) {
      passes += worstBank(Arrays.copyOfRange(offsets, first, first + lanesAPass));
    }
    return passes;
  }

  /** Different words that one bank has to deliver, at the bank with most. */
  private int worstBank(long[] some) {
    int[] words = new int[BANKS];
    Arrays.stream(some)
        .flatMap(
            offset ->
                LongStream.rangeClosed(offset / BANK_BYTES, (offset + bytes - 1) / BANK_BYTES))
        .distinct()
        .forEach(word -> words[(int) (word % BANKS)]++);
    return Math.max(1, Arrays.stream(words).max().orElse(1));
  }
}
