package dev.tilewright.search.evolve;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.search.rule.StageFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores constants such as weights in the order in which the loops of their only reader run: the
 * dimension of the vector loop is split by the lanes, which become innermost, its outer part
 * becomes outermost, the other dimensions stand between them in the order of their loops.
 */
final class ConstantLayout {
  private ConstantLayout() {}

  /** The constants that the schedule reads at plain axes in a reduction, in order of definition. */
  static List<String> candidates(ScheduleState state) {
    return state.constants().stream()
        .filter(buffer -> buffer.shape().rank() > 1 && reader(state, buffer).isPresent())
        .map(Buffer::name)
        .toList();
  }

  /** The state with the constant re-laid, where the loops give an order for it. */
  static ScheduleState apply(ScheduleState state, String name) {
    Buffer buffer =
        state.constants().stream()
            .filter(constant -> constant.name().equals(name))
            .findFirst()
            .orElseThrow();
    return reader(state, buffer)
        .flatMap(reader -> layout(reader, buffer))
        .map(layout -> new RewriteLayout(name, layout).apply(state))
        .orElse(state);
  }

  private record Reader(Stage stage, List<Var> axes) {}

  /**
   * The only stage that reads the buffer, if that is a reduction and reads it once, at its axes.
   */
  private static Optional<Reader> reader(ScheduleState state, Buffer buffer) {
    List<Stage> readers =
        state.stages().stream()
            .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
            .filter(stage -> !StageFacts.loads(stage.op(), List.of(buffer)).isEmpty())
            .toList();
    if (readers.size() != 1 || !readers.getFirst().op().isReduction()) {
      return Optional.empty();
    }
    Stage stage = readers.getFirst();
    List<Expr.Load> loads = StageFacts.loads(stage.op(), List.of(buffer));
    List<Var> axes = new ArrayList<>();
    for (Index index : loads.getFirst().indices()) {
      if (index instanceof Index.Ref(Var axis) && !axes.contains(axis)) {
        axes.add(axis);
      }
    }
    return loads.size() == 1 && axes.size() == buffer.shape().rank()
        ? Optional.of(new Reader(stage, axes))
        : Optional.empty();
  }

  /** Empty if no loop over one of the buffer's dimensions is vectorised. */
  private static Optional<BufferLayout> layout(Reader reader, Buffer buffer) {
    Iter vector = reader.stage().iters().getLast();
    int vectorDimension = -1;
    for (int d = 0; d < reader.axes().size(); d++) {
      if (isLoopOf(vector, reader.axes().get(d))) {
        vectorDimension = d;
      }
    }
    if (vectorDimension < 0 || !(vector.annotation() instanceof ForKind.Vectorized)) {
      return Optional.empty();
    }
    int lanesOf = vectorDimension;
    boolean split = vector.extent() < buffer.shape().extent(lanesOf);
    List<List<Long>> factors = new ArrayList<>();
    List<Integer> firstPart = new ArrayList<>();
    int parts = 0;
    for (int d = 0; d < reader.axes().size(); d++) {
      boolean splits = d == lanesOf && split;
      factors.add(splits ? List.of(vector.extent()) : List.of());
      firstPart.add(parts);
      parts += splits ? 2 : 1;
    }
    List<Integer> order = new ArrayList<>();
    if (split) {
      order.add(firstPart.get(lanesOf));
    }
    for (int d : inLoopOrder(reader)) {
      if (d != lanesOf) {
        order.add(firstPart.get(d));
      }
    }
    order.add(firstPart.get(lanesOf) + (split ? 1 : 0));
    return Optional.of(new BufferLayout(factors, order));
  }

  /** The dimensions of the buffer in the order of the last loops over them. */
  private static List<Integer> inLoopOrder(Reader reader) {
    List<Integer> dimensions = new ArrayList<>();
    for (Iter iter : reader.stage().iters()) {
      for (int d = 0; d < reader.axes().size(); d++) {
        if (isLoopOf(iter, reader.axes().get(d))) {
          dimensions.remove((Integer) d);
          dimensions.add(d);
        }
      }
    }
    for (int d = 0; d < reader.axes().size(); d++) {
      if (!dimensions.contains(d)) {
        dimensions.addFirst(d);
      }
    }
    return dimensions;
  }

  private static boolean isLoopOf(Iter iter, Var axis) {
    return iter.name().equals(axis.name()) || iter.name().startsWith(axis.name() + ".");
  }
}
