package dev.tilewright.base;

/** Extents along the three axes of a grid or a block, each at least 1. */
public record Dim3(int x, int y, int z) {
  public Dim3 {
    if (x < 1 || y < 1 || z < 1) {
      throw new IllegalArgumentException(
          "extents %d, %d, %d; expected at least 1 each".formatted(x, y, z));
    }
  }

  /** The product of the extents. */
  public long count() {
    return Math.multiplyExact((long) x * y, (long) z);
  }

  /** For example {@code (64, 1, 1)}. */
  @Override
  public String toString() {
    return "(%d, %d, %d)".formatted(x, y, z);
  }
}
