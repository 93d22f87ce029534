package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Index;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Where the elements of a tensor of the DAG are.
 *
 * @param buffer what a program reads and writes
 * @param locate from the tensor's indices to the buffer's
 */
record Storage(Buffer buffer, UnaryOperator<List<Index>> locate) {
  /** The tensor's own buffer, row-major. */
  static Storage plain(Buffer buffer) {
    return new Storage(buffer, UnaryOperator.identity());
  }
}
