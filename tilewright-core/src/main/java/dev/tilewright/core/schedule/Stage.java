package dev.tilewright.core.schedule;

import dev.tilewright.core.te.Compute;
import java.util.List;
import java.util.Optional;

/**
 * One computation of a schedule state with its loops.
 *
 * @param op what is computed; {@code op.name()} is the stage's name
 * @param iters the loops, outermost first
 * @param bindings one for each spatial axis, then each reduction axis of {@code op}, in order
 * @param placement where it is computed
 * @param autoUnrollMaxStep inner loops are unrolled while the body stays within this many
 *     statements; 0 for none
 * @param alignment padding of its storage
 */
public record Stage(
    Compute op,
    List<Iter> iters,
    List<AxisBinding> bindings,
    Placement placement,
    long autoUnrollMaxStep,
    StorageAlignment alignment) {
  public Stage {
    iters = List.copyOf(iters);
    bindings = List.copyOf(bindings);
  }

  public String name() {
    return op.name();
  }

  public Optional<Iter> findIter(String iterName) {
    return iters.stream().filter(iter -> iter.name().equals(iterName)).findFirst();
  }
}
