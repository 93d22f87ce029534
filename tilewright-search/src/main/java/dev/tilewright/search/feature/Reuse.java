package dev.tilewright.search.feature;

import java.util.OptionalInt;

/**
 * How soon a statement touches an element again (Ansor, appendix B).
 *
 * @param iterations executions of the statement between both
 * @param bytes touched between both
 * @param count how often an element is touched again
 */
record Reuse(Kind kind, double iterations, double bytes, double count) {
  /** What brings the element back. */
  enum Kind {
    /** A loop that the access does not depend on. */
    LOOP,
    /** Another statement in the same loops, which produces or consumes it. */
    SERIAL,
    NONE
  }

  static Reuse of(Statement statement, Access access) {
    LoopPath path = statement.path();
    for (int depth = path.loops().size() - 1; depth >= 0; depth--) {
      double extent = path.loops().get(depth).extent();
      if (extent > 1 && !access.dependsOn(depth)) {
        return new Reuse(Kind.LOOP, path.inner(depth + 1), bytes(statement, depth + 1), extent);
      }
    }
    OptionalInt shared = statement.sharedDepth(access.buffer());
    return shared.isPresent()
        ? new Reuse(
            Kind.SERIAL,
            path.inner(shared.getAsInt()),
            bytes(statement, shared.getAsInt()),
            path.iterations(shared.getAsInt()))
        : new Reuse(Kind.NONE, 0, 0, 0);
  }

  private static double bytes(Statement statement, int depth) {
    return statement.accesses().stream().mapToDouble(access -> access.uniqueBytes(depth)).sum();
  }
}
