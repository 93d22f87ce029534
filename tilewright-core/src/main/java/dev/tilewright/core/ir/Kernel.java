package dev.tilewright.core.ir;

import dev.tilewright.core.expr.Buffer;
import java.util.List;

/**
 * One launchable loop nest. On a CPU, if the body is a {@link ForKind.Parallel} loop, its
 * iterations are the chunks that threads share; otherwise there is one chunk.
 *
 * @param name unique in the program, a valid C identifier
 * @param parameters the global buffers that the body reads or writes, each once
 */
public record Kernel(String name, List<Buffer> parameters, Stmt body) {
  public Kernel {
    parameters = List.copyOf(parameters);
  }

  /** Number of chunks that may run in any order and at the same time; 0 if the loop is empty. */
  public long chunks() {
    return body instanceof Stmt.For(var variable, ForKind.Parallel(), var inner)
        ? variable.extent()
        : 1;
  }
}
