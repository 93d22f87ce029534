package dev.tilewright.core.schedule;

import dev.tilewright.core.expr.Buffer;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Prints the steps of a schedule in the notation of TVM's schedule primitives, as Ansor prints its
 * own: a split into more than two loops is written as several splits, innermost first, and loops
 * are variables such as {@code T_dense_k_o}. What TVM has no primitive for is a comment.
 */
public final class PythonStepPrinter {
  private final StringBuilder text = new StringBuilder();

  /** The variable of each loop, by stage and loop name. */
  private final Map<Placement.At, String> variables = new HashMap<>();

  private PythonStepPrinter() {}

  public static String print(ScheduleState state) {
    PythonStepPrinter printer = new PythonStepPrinter();
    ScheduleState current = ScheduleState.initial(state.dag());
    current.stages().forEach(printer::axes);
    for (Step step : state.steps()) {
      ScheduleState next = step.apply(current);
      printer.step(step, current, next);
      current = next;
    }
    return printer.text.toString();
  }

  private void step(Step step, ScheduleState before, ScheduleState after) {
    switch (step) {
      case Annotate(String stage, String iter, ForKind kind) -> annotate(stage, iter, kind);
      case CacheRead(String buffer, var scope, List<String> readers) ->
          cacheRead(buffer, scope, readers, before, after);
      case CacheWrite(String stage, var scope) -> {
        Stage added = added(before, after).getFirst();
        line("%s = s.cache_write(%s, \"%s\")", name(added), name(stage), lower(scope));
        axes(added);
        axes(after.findStage(stage).orElseThrow());
      }
      case ComputeAt(String stage, String target, String iter) ->
          line("s[%s].compute_at(s[%s], %s)", name(stage), name(target), variable(target, iter));
      case ComputeInline(String stage) -> line("s[%s].compute_inline()", name(stage));
      case ComputeRoot(String stage) -> line("s[%s].compute_root()", name(stage));
      case FollowFusedSplit follow -> split(follow.stage(), follow.iter(), after);
      case FollowSplit follow -> split(follow.stage(), follow.iter(), after);
      case Split split -> split(split.stage(), split.iter(), after);
      case Fuse(String stage, List<String> iters) -> fuse(stage, iters);
      case Pragma(String stage, long depth) -> pragma(after.findStage(stage).orElseThrow(), depth);
      case Reorder(String stage, List<String> order) ->
          line("s[%s].reorder(%s)", name(stage), variables(stage, order));
      case RewriteLayout(String buffer, BufferLayout layout) ->
          line("# %s: factors %s, order %s", name(buffer), layout.factors(), layout.order());
      case Rfactor(String stage, String iter, int axis) -> {
        Stage added = added(before, after).getFirst();
        line("%s = s.rfactor(%s, %s, %d)", name(added), name(stage), variable(stage, iter), axis);
        axes(added);
        axes(after.findStage(stage).orElseThrow());
      }
      case StorageAlign(String stage, int axis, long factor, long offset) ->
          line(
              "s[%s].storage_align(s[%1$s].op.axis[%d], %d, %d)",
              name(stage), axis, factor, offset);
      case Winograd(String stage, int tile) -> {
        line("# %s: Winograd F(%dx%2$d, 3x3)", name(stage), tile);
        added(before, after).forEach(this::axes);
        axes(after.findStage(stage).orElseThrow());
      }
    }
  }

  /** The loops of a stage get their first variables. */
  private void axes(Stage stage) {
    List<String> names = new ArrayList<>();
    for (Iter iter : stage.iters()) {
      String variable = name(stage) + "_" + identifier(iter.name());
      variables.put(new Placement.At(stage.name(), iter.name()), variable);
      names.add(variable);
    }
    if (!names.isEmpty()) {
      line(
          "%s%s = tuple(%s.op.axis) + tuple(%3$s.op.reduce_axis)",
          String.join(", ", names), names.size() == 1 ? "," : "", name(stage));
    }
  }

  private void split(String stage, String iter, ScheduleState after) {
    List<LoopChange> changes = after.findStage(stage).orElseThrow().changes();
    List<Long> factors = ((LoopChange.Split) changes.getLast()).factors();
    String rest = variable(stage, iter);
    for (int part = factors.size(); part >= 1; part--) {
      String inner = rest + "_i";
      String outer = rest + "_o";
      line(
          "%s, %s = s[%s].split(%s, factor=%d)",
          outer, inner, name(stage), rest, factors.get(part - 1));
      variables.put(new Placement.At(stage, iter + "." + part), inner);
      rest = outer;
    }
    variables.put(new Placement.At(stage, iter + ".0"), rest);
  }

  private void fuse(String stage, List<String> iters) {
    String fused =
        iters.stream().map(iter -> variable(stage, iter)).collect(Collectors.joining("_"))
            + "_fused";
    line("%s = s[%s].fuse(%s)", fused, name(stage), variables(stage, iters));
    variables.put(new Placement.At(stage, String.join("@", iters)), fused);
  }

  private void annotate(String stage, String iter, ForKind kind) {
    String loop = variable(stage, iter);
    switch (kind) {
      case ForKind.Serial() -> line("# %s: serial", loop);
      case ForKind.Parallel() -> line("s[%s].parallel(%s)", name(stage), loop);
      case ForKind.Vectorized() -> line("s[%s].vectorize(%s)", name(stage), loop);
      case ForKind.Unrolled() -> line("s[%s].unroll(%s)", name(stage), loop);
      case ForKind.Bound(var axis) ->
          line("s[%s].bind(%s, te.thread_axis(\"%s\"))", name(stage), loop, tvmName(axis));
    }
  }

  private static String tvmName(ForKind.ThreadAxis axis) {
    return switch (axis) {
      case BLOCK_X -> "blockIdx.x";
      case BLOCK_Y -> "blockIdx.y";
      case BLOCK_Z -> "blockIdx.z";
      case THREAD_X -> "threadIdx.x";
      case THREAD_Y -> "threadIdx.y";
      case THREAD_Z -> "threadIdx.z";
      case VTHREAD -> "vthread";
    };
  }

  private void cacheRead(
      String buffer,
      Buffer.Scope scope,
      List<String> readers,
      ScheduleState before,
      ScheduleState after) {
    Stage added = added(before, after).getFirst();
    String names = readers.stream().map(this::name).collect(Collectors.joining(", "));
    line("%s = s.cache_read(%s, \"%s\", [%s])", name(added), name(buffer), lower(scope), names);
    axes(added);
  }

  private void pragma(Stage stage, long depth) {
    if (!stage.iters().isEmpty()) {
      String loop = variable(stage.name(), stage.iters().getFirst().name());
      line("s[%s].pragma(%s, \"auto_unroll_max_step\", %d)", name(stage), loop, depth);
      line("s[%s].pragma(%s, \"unroll_explicit\", True)", name(stage), loop);
    }
  }

  private static List<Stage> added(ScheduleState before, ScheduleState after) {
    return after.stages().stream()
        .filter(stage -> before.findStage(stage.name()).isEmpty())
        .toList();
  }

  private String variable(String stage, String iter) {
    return variables.get(new Placement.At(stage, iter));
  }

  private String variables(String stage, List<String> iters) {
    return iters.stream().map(iter -> variable(stage, iter)).collect(Collectors.joining(", "));
  }

  private String name(Stage stage) {
    return name(stage.name());
  }

  private String name(String stage) {
    return identifier(stage);
  }

  private static String identifier(String name) {
    return name.replaceAll("[^A-Za-z0-9_]", "_");
  }

  private static String lower(Buffer.Scope scope) {
    return scope.name().toLowerCase(Locale.ROOT);
  }

  private void line(String format, Object... arguments) {
    text.append(format.formatted(arguments)).append('\n');
  }
}
