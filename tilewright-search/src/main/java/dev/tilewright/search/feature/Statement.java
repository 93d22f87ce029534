package dev.tilewright.search.feature;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The innermost store statement of a stage with the loops around it.
 *
 * @param reads what the expression loads, each element once, without the accumulator of a reduction
 * @param writes what is stored, and loaded again by a reduction
 * @param inside the loops of this path, counted from the outermost, inside of which a buffer that
 *     the statement reads is produced; only for buffers produced there
 */
public record Statement(
    LoopPath path, List<Access> reads, List<Access> writes, Map<Buffer, Integer> inside) {
  /** The statements of a schedule: one a stage that is not inlined, in order of execution. */
  public static List<Statement> of(ScheduleState state) {
    return state.stages().stream()
        .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
        .map(stage -> of(state, stage))
        .toList();
  }

  private static Statement of(ScheduleState state, Stage stage) {
    LoopPath path = LoopPath.of(state, stage);
    Map<Var, Index> axisValues = new HashMap<>();
    for (AxisBinding binding : stage.bindings()) {
      axisValues.put(binding.axis(), binding.value());
    }
    List<Access> reads = new ArrayList<>();
    for (Expr.Load load : stage.loads()) {
      boolean packed = state.layouts().containsKey(load.buffer());
      reads.add(Access.of(load.buffer(), load.indices(), axisValues, path, packed));
    }
    List<Access> writes = new ArrayList<>();
    List<Index> place = Index.refs(stage.op().axes());
    for (Buffer output : stage.op().outputs()) {
      writes.add(Access.of(output, place, axisValues, path, false));
    }
    return new Statement(
        path, List.copyOf(reads), List.copyOf(writes), producedInside(state, stage, path));
  }

  private static Map<Buffer, Integer> producedInside(
      ScheduleState state, Stage stage, LoopPath path) {
    Map<Buffer, Integer> inside = new HashMap<>();
    for (Stage producer : state.stages()) {
      if (producer.placement() instanceof Placement.At(String consumer, String iter)
          && consumer.equals(stage.name())) {
        int depth = path.own() + stage.position(iter) + 1;
        producer.op().outputs().forEach(buffer -> inside.put(buffer, depth));
      }
    }
    return inside;
  }

  /**
   * Loops that the statement shares with the statement that produces or consumes what it reads or
   * writes; empty if they are in different kernels.
   */
  OptionalInt sharedDepth(Buffer buffer) {
    Integer depth = inside.get(buffer);
    if (depth != null) {
      return OptionalInt.of(depth);
    }
    boolean consumedAround =
        stage().placement() instanceof Placement.At && stage().op().outputs().contains(buffer);
    return consumedAround ? OptionalInt.of(path.own()) : OptionalInt.empty();
  }

  public Stage stage() {
    return path.stage();
  }

  /** Reads, then writes. */
  List<Access> accesses() {
    List<Access> all = new ArrayList<>(reads);
    all.addAll(writes);
    return all;
  }
}
