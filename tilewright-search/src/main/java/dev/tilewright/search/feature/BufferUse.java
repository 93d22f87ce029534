package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Buffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All accesses of a statement to one buffer.
 *
 * @param access the one that touches most
 * @param count accesses in one execution of the statement
 */
record BufferUse(Access access, Kind kind, int count) {
  /** What is done to the buffer. */
  enum Kind {
    READ,
    WRITE,
    /** An accumulator. */
    READ_WRITE
  }

  /** The buffers of a statement, those with most traffic first. */
  static List<BufferUse> of(Statement statement) {
    List<BufferUse> uses = new ArrayList<>();
    Kind written = statement.stage().op().isReduction() ? Kind.READ_WRITE : Kind.WRITE;
    statement.writes().forEach(access -> uses.add(new BufferUse(access, written, 1)));
    Map<Buffer, BufferUse> reads = new LinkedHashMap<>();
    for (Access access : statement.reads()) {
      reads.merge(access.buffer(), new BufferUse(access, Kind.READ, 1), BufferUse::join);
    }
    uses.addAll(reads.values());
    uses.sort(Comparator.comparingDouble(use -> -use.weight()));
    return uses;
  }

  private static BufferUse join(BufferUse first, BufferUse second) {
    Access larger =
        first.access.footprint(0) >= second.access.footprint(0) ? first.access : second.access;
    return new BufferUse(larger, first.kind, first.count + second.count);
  }

  private double weight() {
    return access.footprint(0) * count * (kind == Kind.READ_WRITE ? 2 : 1);
  }
}
