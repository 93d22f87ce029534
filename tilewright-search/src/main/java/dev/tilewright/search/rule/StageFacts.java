package dev.tilewright.search.rule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.te.Compute;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What rules ask about a stage. */
public final class StageFacts {
  private StageFacts() {}

  /** The stages with loops that read a stage, in topological order. */
  public static List<Stage> consumers(ScheduleState state, Stage stage) {
    return state.stages().stream()
        .filter(other -> !(other.placement() instanceof Placement.Inlined))
        .filter(other -> other.reads(stage.op()))
        .toList();
  }

  /** True if the caller gets what the stage writes. */
  public static boolean isOutput(ScheduleState state, Stage stage) {
    return stage.op().outputs().stream().anyMatch(state.dag().outputs()::contains);
  }

  /** The loads from any of the buffers. */
  public static List<Expr.Load> loads(Compute op, List<Buffer> buffers) {
    List<Expr.Load> loads = new ArrayList<>();
    for (Expr value : op.body().values()) {
      Exprs.forEach(
          value,
          node -> {
            if (node instanceof Expr.Load load && buffers.contains(load.buffer())) {
              loads.add(load);
            }
          });
    }
    return loads;
  }

  /** The only consumer of a stage, if that is pointwise, at root, and reads it at its own axes. */
  public static Optional<Stage> elementwiseConsumer(ScheduleState state, Stage stage) {
    List<Stage> consumers = consumers(state, stage);
    if (consumers.size() != 1 || isOutput(state, stage)) {
      return Optional.empty();
    }
    Stage consumer = consumers.getFirst();
    boolean fits =
        !consumer.op().isReduction()
            && consumer.placement() instanceof Placement.Root
            && consumer.changes().isEmpty()
            && consumer.op().axes().size() == stage.op().axes().size()
            && loads(consumer.op(), stage.op().outputs()).stream()
                .allMatch(load -> load.indices().equals(Index.refs(consumer.op().axes())));
    return fits ? Optional.of(consumer) : Optional.empty();
  }

  /** True if every consumer reads each element of the stage at one point only. */
  public static boolean isReadOnce(ScheduleState state, Stage stage) {
    return consumers(state, stage).stream()
        .allMatch(
            consumer ->
                !consumer.op().isReduction()
                    && loads(consumer.op(), stage.op().outputs()).stream()
                        .allMatch(
                            load -> variables(load.indices()).containsAll(consumer.op().axes())));
  }

  /** True if a reduction reads some element for several points of its output. */
  public static boolean hasReuse(Compute op) {
    if (!op.isReduction()) {
      return false;
    }
    for (Expr.Load load : allLoads(op)) {
      if (!variables(load.indices()).containsAll(nontrivial(op.axes()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * True for an axis of which every load depends, such as that of a batch: its points share nothing
   * that registers could hold.
   */
  public static boolean isReadAtEveryPoint(Compute op, Var axis) {
    return allLoads(op).stream().allMatch(load -> variables(load.indices()).contains(axis));
  }

  /** All loads of an operation. */
  public static List<Expr.Load> allLoads(Compute op) {
    return loads(op, Exprs.buffersRead(op.body().values()));
  }

  /** The axes with more than one point. */
  static List<Var> nontrivial(List<Var> axes) {
    return axes.stream().filter(axis -> axis.extent() > 1).toList();
  }

  /** The product of extents. */
  static long points(List<Var> axes) {
    return axes.stream().mapToLong(Var::extent).reduce(1, Math::multiplyExact);
  }

  private static Set<Var> variables(List<Index> indices) {
    Set<Var> variables = Collections.newSetFromMap(new IdentityHashMap<>());
    indices.forEach(index -> addVariables(index, variables));
    return variables;
  }

  private static void addVariables(Index index, Set<Var> variables) {
    switch (index) {
      case Index.Const _ -> {}
      case Index.Ref(Var var) -> variables.add(var);
      case Index.Add(Index left, Index right) -> addAll(left, right, variables);
      case Index.Min(Index left, Index right) -> addAll(left, right, variables);
      case Index.Max(Index left, Index right) -> addAll(left, right, variables);
      case Index.Mul(Index value, long _) -> addVariables(value, variables);
      case Index.FloorDiv(Index value, long _) -> addVariables(value, variables);
      case Index.FloorMod(Index value, long _) -> addVariables(value, variables);
      case Index.FromExpr _ -> {}
    }
  }

  private static void addAll(Index left, Index right, Set<Var> variables) {
    addVariables(left, variables);
    addVariables(right, variables);
  }
}
