package dev.tilewright.core.te;

import dev.tilewright.core.expr.Buffer;
import java.util.List;

/** A node of the compute DAG: an input, or a computation with one or more outputs of one shape. */
public sealed interface Operation permits Placeholder, Compute {
  /** The buffers that the operation defines. */
  List<Buffer> outputs();

  /** The name of the first output, by which schedules refer to the operation. */
  default String name() {
    return outputs().getFirst().name();
  }
}
