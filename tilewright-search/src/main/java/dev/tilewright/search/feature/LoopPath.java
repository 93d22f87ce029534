package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops around the body of a stage, outermost first: those of the stages that it is attached
 * in, then its own.
 *
 * @param own position of the first loop of the stage itself
 */
public record LoopPath(Stage stage, List<Iter> loops, int own) {
  /** The loops around the body of a stage that is not inlined. */
  public static LoopPath of(ScheduleState state, Stage stage) {
    List<Iter> loops = new ArrayList<>(enclosing(state, stage.placement()));
    if (stage.isShared()) {
      // The threads of the block divide the copy among themselves by loops of its own.
      loops.removeIf(Iter::isOfBlock);
    }
    int own = loops.size();
    loops.addAll(stage.iters());
    return new LoopPath(stage, loops, own);
  }

  private static List<Iter> enclosing(ScheduleState state, Placement placement) {
    if (!(placement instanceof Placement.At(String target, String iter))) {
      return List.of();
    }
    Stage parent = state.findStage(target).orElseThrow();
    List<Iter> loops = new ArrayList<>(enclosing(state, parent.placement()));
    loops.addAll(parent.iters().subList(0, parent.position(iter) + 1));
    return loops;
  }

  /** Executions of the statement. */
  double iterations() {
    return iterations(loops.size());
  }

  /** Executions of the statement in one iteration of the loops before {@code depth}. */
  double inner(int depth) {
    double product = 1;
    for (Iter loop : loops.subList(depth, loops.size())) {
      product *= loop.extent();
    }
    return product;
  }

  /** Position of the innermost loop with more than one iteration; of the innermost if none has. */
  int innermost() {
    for (int i = loops.size() - 1; i >= 0; i--) {
      if (loops.get(i).extent() > 1) {
        return i;
      }
    }
    return loops.size() - 1;
  }

  /** How often the body of the loops from {@code depth} on is entered. */
  public double iterations(int depth) {
    double product = 1;
    for (Iter loop : loops.subList(0, depth)) {
      product *= loop.extent();
    }
    return product;
  }

  /**
   * The position from which on all loops are written out or vector lanes, so that their body is
   * straight code.
   */
  int straight() {
    int depth = loops.size();
    while (depth > own && isStraight(loops.get(depth - 1))) {
      depth--;
    }
    return depth;
  }

  private static boolean isStraight(Iter loop) {
    return switch (loop.annotation()) {
      case ForKind.Vectorized() -> true;
      case ForKind.Unrolled() -> true;
      case ForKind.Serial() -> loop.extent() == 1;
      case ForKind.Parallel() -> false;
      case ForKind.Bound(var _) -> false;
    };
  }

  /** Position of the vector loop; -1 if there is none. */
  int vector() {
    for (int i = own; i < loops.size(); i++) {
      if (loops.get(i).annotation() instanceof ForKind.Vectorized) {
        return i;
      }
    }
    return -1;
  }

  /** Position of a loop variable; -1 if it is none of these loops'. */
  int position(Var var) {
    for (int i = 0; i < loops.size(); i++) {
      if (loops.get(i).var() == var) {
        return i;
      }
    }
    return -1;
  }
}
