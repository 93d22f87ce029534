package dev.tilewright.core.schedule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.ComputeInline;
import dev.tilewright.core.schedule.step.ComputeRoot;
import dev.tilewright.core.schedule.step.FollowFusedSplit;
import dev.tilewright.core.schedule.step.FollowSplit;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.schedule.step.StorageAlign;
import dev.tilewright.core.schedule.step.Winograd;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints the steps of a schedule as Java code against this API: an expression of type {@code
 * List<Step>} for {@link ScheduleState#apply}, which compiles with the packages {@code
 * core.schedule}, {@code core.schedule.step}, {@code core.ir} and {@code core.expr} imported.
 */
public final class JavaStepPrinter {
  private JavaStepPrinter() {}

  /** Code that yields the state from the variable {@code dag}. */
  public static String print(ScheduleState state) {
    String steps =
        state.steps().stream()
            .map(step -> "                " + print(step))
            .collect(Collectors.joining(",\n"));
    return """
    ScheduleState s =
        ScheduleState.initial(dag)
            .apply(
                List.<Step>of(%s));
    """
        .formatted(steps.isEmpty() ? "" : "\n" + steps);
  }

  /** A constructor call. */
  public static String print(Step step) {
    return switch (step) {
      case Annotate(String stage, String iter, ForKind kind) ->
          call("Annotate", text(stage), text(iter), print(kind));
      case CacheRead(String buffer, var scope, List<String> readers) ->
          call("CacheRead", text(buffer), "Buffer.Scope." + scope, texts(readers));
      case CacheWrite(String stage, var scope) ->
          call("CacheWrite", text(stage), "Buffer.Scope." + scope);
      case ComputeAt(String stage, String targetStage, String targetIter) ->
          call("ComputeAt", text(stage), text(targetStage), text(targetIter));
      case ComputeInline(String stage) -> call("ComputeInline", text(stage));
      case ComputeRoot(String stage) -> call("ComputeRoot", text(stage));
      case FollowFusedSplit(
              String stage,
              String iter,
              List<Integer> sources,
              int level,
              boolean factor) ->
          call(
              "FollowFusedSplit",
              text(stage),
              text(iter),
              ints(sources),
              Integer.toString(level),
              Boolean.toString(factor));
      case FollowSplit(String stage, String iter, int source, int parts) ->
          call(
              "FollowSplit",
              text(stage),
              text(iter),
              Integer.toString(source),
              Integer.toString(parts));
      case Fuse(String stage, List<String> iters) -> call("Fuse", text(stage), texts(iters));
      case Pragma(String stage, long depth) -> call("Pragma", text(stage), Long.toString(depth));
      case Reorder(String stage, List<String> order) -> call("Reorder", text(stage), texts(order));
      case RewriteLayout(String buffer, BufferLayout layout) ->
          call("RewriteLayout", text(buffer), print(layout));
      case Rfactor(String stage, String iter, int axis) ->
          call("Rfactor", text(stage), text(iter), Integer.toString(axis));
      case Split(String stage, String iter, List<Long> factors) ->
          call("Split", text(stage), text(iter), longs(factors));
      case StorageAlign(String stage, int axis, long factor, long offset) ->
          call(
              "StorageAlign",
              text(stage),
              Integer.toString(axis),
              Long.toString(factor),
              Long.toString(offset));
      case Winograd(String stage, int tile) ->
          call("Winograd", text(stage), Integer.toString(tile));
    };
  }

  private static String print(ForKind kind) {
    return switch (kind) {
      case ForKind.Serial() -> "ForKind.SERIAL";
      case ForKind.Parallel() -> "ForKind.PARALLEL";
      case ForKind.Vectorized() -> "ForKind.VECTORIZED";
      case ForKind.Unrolled() -> "ForKind.UNROLLED";
      case ForKind.Bound(var axis) -> "new ForKind.Bound(ForKind.ThreadAxis." + axis + ")";
    };
  }

  private static String print(BufferLayout layout) {
    String factors =
        layout.factors().stream().map(JavaStepPrinter::longs).collect(Collectors.joining(", "));
    return "new BufferLayout(List.of(%s), %s)".formatted(factors, ints(layout.order()));
  }

  private static String call(String type, String... arguments) {
    return "new %s(%s)".formatted(type, String.join(", ", arguments));
  }

  private static String text(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String texts(List<String> values) {
    return values.stream()
        .map(JavaStepPrinter::text)
        .collect(Collectors.joining(", ", "List.of(", ")"));
  }

  private static String ints(List<Integer> values) {
    return values.stream().map(Object::toString).collect(Collectors.joining(", ", "List.of(", ")"));
  }

  private static String longs(List<Long> values) {
    return values.stream()
        .map(value -> value + "L")
        .collect(Collectors.joining(", ", "List.of(", ")"));
  }
}
