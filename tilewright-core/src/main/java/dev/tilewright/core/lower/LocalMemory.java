package dev.tilewright.core.lower;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.Stmt;
import dev.tilewright.core.ir.Stmts;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/** The memory that a statement allocates. */
final class LocalMemory {
  private LocalMemory() {}

  /** Bytes of all buffers; one that several places allocate counts once. */
  static long bytes(Stmt stmt) {
    Set<Buffer> buffers = Collections.newSetFromMap(new IdentityHashMap<>());
    Stmts.forEach(
        stmt,
        child -> {
          if (child instanceof Stmt.Allocate(Buffer buffer, var body)) {
            buffers.add(buffer);
          }
        });
    return buffers.stream().mapToLong(Buffer::bytes).reduce(0, Math::addExact);
  }
}
