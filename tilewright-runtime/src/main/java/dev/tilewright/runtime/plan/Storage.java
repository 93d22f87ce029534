package dev.tilewright.runtime.plan;

/**
 * Where the elements of a plan's buffer live. Several buffers may have one storage: this is how a
 * reshape costs nothing.
 */
public sealed interface Storage {
  /** In the tensor that the caller gives as input number {@code position}; never written. */
  record Input(int position) implements Storage {}

  /** In the tensor that the caller gets as output number {@code position}. */
  record Output(int position) implements Storage {}

  /** In constant number {@code position}; never written. */
  record Constant(int position) implements Storage {}

  /**
   * In the plan's arena, {@code offset} bytes from its start, a multiple of {@link
   * dev.tilewright.runtime.Tensor#ALIGNMENT}. Buffers whose lifetimes do not overlap may share
   * bytes.
   */
  record Arena(long offset) implements Storage {}
}
