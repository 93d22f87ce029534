package dev.tilewright.runtime;

/**
 * How many blocks and threads execute a kernel of a GPU.
 *
 * @param gridX blocks; likewise y and z
 * @param blockX threads a block; likewise y and z
 * @param sharedBytes dynamic shared memory of a block, on top of what the kernel itself declares
 */
public record LaunchDimensions(
    int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {
  public LaunchDimensions {
    if (gridX < 1 || gridY < 1 || gridZ < 1 || blockX < 1 || blockY < 1 || blockZ < 1) {
      throw new IllegalArgumentException(
          "launch with grid (%d, %d, %d), block (%d, %d, %d): expected at least 1 each"
              .formatted(gridX, gridY, gridZ, blockX, blockY, blockZ));
    }
    if (sharedBytes < 0) {
      throw new IllegalArgumentException(
          "launch with %d bytes of shared memory: expected at least 0".formatted(sharedBytes));
    }
  }

  /** A row of blocks, each a row of threads. */
  public static LaunchDimensions linear(int blocks, int threads) {
    return new LaunchDimensions(blocks, 1, 1, threads, 1, 1, 0);
  }

  /** All threads of a block. */
  public long threadsPerBlock() {
    return (long) blockX * blockY * blockZ;
  }

  @Override
  public String toString() {
    return "grid (%d, %d, %d), block (%d, %d, %d), %d bytes of dynamic shared memory"
        .formatted(gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes);
  }
}
