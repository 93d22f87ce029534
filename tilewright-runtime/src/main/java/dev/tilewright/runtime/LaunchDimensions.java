package dev.tilewright.runtime;

import dev.tilewright.base.Dim3;

/**
 * How many blocks and threads execute a kernel of a GPU.
 *
 * @param grid blocks
 * @param block threads a block
 * @param sharedBytes dynamic shared memory of a block, on top of what the kernel itself declares
 */
public record LaunchDimensions(Dim3 grid, Dim3 block, int sharedBytes) {
  public LaunchDimensions {
    if (sharedBytes < 0) {
      throw new IllegalArgumentException(
          "launch with %d bytes of shared memory: expected at least 0".formatted(sharedBytes));
    }
  }

  /** A row of blocks, each a row of threads. */
  public static LaunchDimensions linear(int blocks, int threads) {
    return new LaunchDimensions(new Dim3(blocks, 1, 1), new Dim3(threads, 1, 1), 0);
  }

  @Override
  public String toString() {
    return "grid %s, block %s, %d bytes of dynamic shared memory"
        .formatted(grid, block, sharedBytes);
  }
}
