package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import java.util.List;

/**
 * Prints the loop structure of a schedule, attached stages nested where they are computed.
 *
 * <pre>
 * data, weight, bias
 * for i@j.0 (0,63) parallel
 *   for j.1 (0,16) vectorized
 *     T_dense = ...
 * </pre>
 */
public final class StatePrinter {
  private final ScheduleState state;
  private final StringBuilder text = new StringBuilder();

  private StatePrinter(ScheduleState state) {
    this.state = state;
  }

  public static String print(ScheduleState state) {
    StatePrinter printer = new StatePrinter(state);
    printer.header();
    for (Stage stage : state.stages()) {
      if (stage.placement() instanceof Placement.Root) {
        printer.stage(stage, 0);
      }
    }
    return printer.text.toString();
  }

  private void header() {
    line(0, String.join(", ", state.dag().inputs().stream().map(Buffer::name).toList()));
    for (Buffer input : state.dag().inputs()) {
      constant(input);
    }
  }

  private void constant(Buffer input) {
    ConstantStorage storage = state.storage(input);
    Buffer stored = state.stored(input);
    switch (storage.transform()) {
      case ConstantTransform.AsGiven() -> {}
      case ConstantTransform.WinogradKernel(int tile, var _) ->
          line(
              0,
              "%s = winograd F(%dx%d, 3x3) of %s"
                  .formatted(stored.name(), tile, tile, input.name()));
    }
    BufferLayout layout = storage.layout();
    if (!layout.isRowMajor()) {
      line(
          0,
          "layout of %s: factors %s, order %s"
              .formatted(stored.name(), layout.factors(), layout.order()));
    }
  }

  private void stage(Stage stage, int depth) {
    if (stage.autoUnrollMaxStep() > 0) {
      line(depth, stage.name() + " auto_unroll: " + stage.autoUnrollMaxStep());
    }
    if (!stage.alignment().equals(StorageAlignment.NONE)) {
      StorageAlignment alignment = stage.alignment();
      line(
          depth,
          "%s storage_align: axis %d, factor %d, offset %d"
              .formatted(stage.name(), alignment.axis(), alignment.factor(), alignment.offset()));
    }
    int inner = depth;
    for (Iter iter : stage.iters()) {
      line(inner++, "for %s (0,%d)%s".formatted(iter.name(), iter.extent(), suffix(iter)));
      Placement here = new Placement.At(stage.name(), iter.name());
      for (Stage attached : state.stages()) {
        if (attached.placement().equals(here)) {
          stage(attached, inner);
        }
      }
    }
    List<String> names = stage.op().outputs().stream().map(Buffer::name).toList();
    line(inner, String.join(", ", names) + " = ...");
  }

  private static String suffix(Iter iter) {
    return switch (iter.annotation()) {
      case ForKind.Serial() -> "";
      case ForKind.Parallel() -> " parallel";
      case ForKind.Vectorized() -> " vectorized";
      case ForKind.Unrolled() -> " unrolled";
      case ForKind.Bound(var axis) -> " " + axis;
    };
  }

  private void line(int depth, String content) {
    text.append("  ".repeat(depth)).append(content).append('\n');
  }
}
