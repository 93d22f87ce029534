package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.Annotate;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes out the loops of a register tile, those inside the last reduction loop or inside the
 * innermost attached reduction, so that accumulators become registers: a register has no index.
 */
final class RegisterUnrolling {
  /** More copies than this are no register tile. */
  private static final long MAX_COPIES = 64;

  private RegisterUnrolling() {}

  static ScheduleState apply(ScheduleState state, String stageName) {
    Stage stage = state.findStage(stageName).orElseThrow();
    int outside =
        Math.max(
            Annotator.lastReduction(stage),
            Annotator.lastAttached(state, stage, other -> other.op().isReduction()));
    if (outside < 0) {
      return state;
    }
    List<Iter> tile = new ArrayList<>();
    long copies = 1;
    for (Iter iter : stage.iters().subList(outside + 1, stage.iters().size())) {
      if (iter.annotation().equals(ForKind.SERIAL) && iter.extent() > 1) {
        tile.add(iter);
        copies = Math.multiplyExact(copies, iter.extent());
      }
    }
    if (copies > MAX_COPIES) {
      return state;
    }
    ScheduleState unrolled = state;
    for (Iter iter : tile) {
      unrolled = new Annotate(stageName, iter.name(), ForKind.UNROLLED).apply(unrolled);
    }
    return unrolled;
  }
}
