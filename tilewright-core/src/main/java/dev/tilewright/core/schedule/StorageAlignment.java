package dev.tilewright.core.schedule;

/**
 * Pads the storage of a stage such that the stride of {@code axis} in elements is {@code offset}
 * modulo {@code factor}; {@code factor} 1 asks for nothing.
 */
public record StorageAlignment(int axis, long factor, long offset) {
  public static final StorageAlignment NONE = new StorageAlignment(0, 1, 0);
}
