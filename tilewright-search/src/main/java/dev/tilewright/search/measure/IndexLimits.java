package dev.tilewright.search.measure;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.te.Compute;
import dev.tilewright.core.te.ComputeDag;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Which buffers hold positions in other buffers, as the second operand of a gather does. */
final class IndexLimits {
  private IndexLimits() {}

  /** For each buffer whose values are used as an index, the smallest extent that they index. */
  static Map<Buffer, Long> of(ComputeDag dag) {
    Map<Buffer, Long> limits = new IdentityHashMap<>();
    for (Compute compute : dag.computes()) {
      for (Expr value : compute.body().values()) {
        Exprs.forEach(
            value,
            node -> {
              if (node instanceof Expr.Load(Buffer buffer, List<Index> indices)) {
                note(buffer, indices, limits);
              }
            });
      }
    }
    return limits;
  }

  private static void note(Buffer buffer, List<Index> indices, Map<Buffer, Long> limits) {
    for (int axis = 0; axis < indices.size(); axis++) {
      long extent = buffer.shape().extent(axis);
      Exprs.forEach(
          indices.get(axis),
          node -> {
            if (node instanceof Expr.Load position) {
              limits.merge(position.buffer(), extent, Math::min);
            }
          });
    }
  }
}
