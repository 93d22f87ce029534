package dev.tilewright.core.schedule;

import dev.tilewright.core.ir.ForKind;
import java.util.List;

/**
 * What a step did to the loops of a stage, with all numbers resolved. A stage keeps the list, so
 * that its loops can be derived again when the region that it covers changes.
 */
public sealed interface LoopChange {
  /**
   * The loop becomes several.
   *
   * @param factors extents of the inner loops, outermost first; each is clipped to what is left of
   *     the loop's extent, from the innermost outwards
   */
  record Split(String iter, List<Long> factors) implements LoopChange {
    public Split {
      factors = List.copyOf(factors);
    }
  }

  /** Adjacent loops, outermost first, become one. */
  record Fuse(List<String> iters) implements LoopChange {
    public Fuse {
      iters = List.copyOf(iters);
    }
  }

  /** All loops in a new order, outermost first. */
  record Reorder(List<String> order) implements LoopChange {
    public Reorder {
      order = List.copyOf(order);
    }
  }

  /** How a loop is executed. */
  record Annotate(String iter, ForKind kind) implements LoopChange {}
}
