package dev.tilewright.search.evolve;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.te.Placeholder;
import dev.tilewright.search.rule.StageFacts;
import java.util.List;

/**
 * Copies the panel of an operand that a tile reads into local memory, where its rows stand beside
 * each other: fewer pages and no cache lines that fall into one set.
 */
final class OperandPacking {
  private OperandPacking() {}

  /** The state with the buffer copied at a loop; its only reader reads the copy. */
  static ScheduleState pack(ScheduleState state, String buffer, Placement.At at) {
    Buffer source = buffer(state, buffer);
    Stage reader =
        state.stages().stream()
            .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
            .filter(stage -> !StageFacts.loads(stage.op(), List.of(source)).isEmpty())
            .findFirst()
            .orElseThrow();
    ScheduleState copied =
        new CacheRead(buffer, Buffer.Scope.LOCAL, List.of(reader.name())).apply(state);
    String copy =
        copied.stages().stream()
            .filter(stage -> state.findStage(stage.name()).isEmpty())
            .findFirst()
            .orElseThrow()
            .name();
    return new ComputeAt(copy, at.stage(), at.iter()).apply(copied);
  }

  /** The operands of an attached reduction that are worth packing. */
  static List<String> candidates(ScheduleState state, Stage reduction) {
    return StageFacts.allLoads(reduction.op()).stream()
        .filter(load -> isPanel(state, reduction, load))
        .map(load -> load.buffer().name())
        .distinct()
        .toList();
  }

  /** A global buffer not laid out at will, whose last dimension runs along the vector loop. */
  private static boolean isPanel(ScheduleState state, Stage reduction, Expr.Load load) {
    boolean constant =
        state.dag().producer(load.buffer()).orElse(null) instanceof Placeholder input
            && input.constant();
    boolean isInput = state.dag().inputs().contains(load.buffer());
    List<Var> axes = reduction.op().axes();
    return isInput
        && !constant
        && load.indices().size() > 1
        && !axes.isEmpty()
        && load.indices().getLast() instanceof Index.Ref(Var last)
        && last == axes.getLast();
  }

  private static Buffer buffer(ScheduleState state, String name) {
    return state.dag().inputs().stream()
        .filter(input -> input.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
