package dev.tilewright.search.record;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
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
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites steps for a DAG that is equal but for its names. Both schedules are replayed side by
 * side, and a stage, loop or buffer is found by its position, so that names which steps derive from
 * other names need no rule of their own.
 */
final class StepTranslator {
  private ScheduleState from;
  private ScheduleState to;

  private StepTranslator(ComputeDag from, ComputeDag to) {
    this.from = ScheduleState.initial(from);
    this.to = ScheduleState.initial(to);
  }

  /**
   * @throws dev.tilewright.base.UserException if a step is refused or names what does not exist
   */
  static List<Step> translate(List<Step> steps, ComputeDag from, ComputeDag to) {
    StepTranslator translator = new StepTranslator(from, to);
    List<Step> translated = new ArrayList<>();
    for (Step step : steps) {
      translated.add(translator.next(step));
    }
    return translated;
  }

  private Step next(Step step) {
    Step translated = rename(step);
    from = step.apply(from);
    to = translated.apply(to);
    return translated;
  }

  private Step rename(Step step) {
    return switch (step) {
      case Split(var stage, var iter, var factors) ->
          new Split(stage(stage), iter(stage, iter), factors);
      case FollowSplit(var stage, var iter, var source, var parts) ->
          new FollowSplit(stage(stage), iter(stage, iter), source, parts);
      case FollowFusedSplit(var stage, var iter, var sources, var level, var factor) ->
          new FollowFusedSplit(stage(stage), iter(stage, iter), sources, level, factor);
      case Fuse(var stage, var iters) -> new Fuse(stage(stage), iters(stage, iters));
      case Reorder(var stage, var order) -> new Reorder(stage(stage), iters(stage, order));
      case Annotate(var stage, var iter, var kind) ->
          new Annotate(stage(stage), iter(stage, iter), kind);
      case ComputeAt(var stage, var target, var iter) ->
          new ComputeAt(stage(stage), stage(target), iter(target, iter));
      case ComputeRoot(var stage) -> new ComputeRoot(stage(stage));
      case ComputeInline(var stage) -> new ComputeInline(stage(stage));
      case CacheRead(var buffer, var scope, var readers) ->
          new CacheRead(buffer(buffer), scope, readers.stream().map(this::stage).toList());
      case CacheWrite(var stage, var scope) -> new CacheWrite(stage(stage), scope);
      case Rfactor(var stage, var iter, var axis) ->
          new Rfactor(stage(stage), iter(stage, iter), axis);
      case Pragma(var stage, var depth) -> new Pragma(stage(stage), depth);
      case StorageAlign(var stage, var axis, var factor, var offset) ->
          new StorageAlign(stage(stage), axis, factor, offset);
      case RewriteLayout(var buffer, var layout) -> new RewriteLayout(buffer(buffer), layout);
      case Winograd(var stage, var tile) -> new Winograd(stage(stage), tile);
    };
  }

  private String stage(String name) {
    int position = position(from.stages().stream().map(Stage::name).toList(), name);
    return position < 0 ? name : to.stages().get(position).name();
  }

  private String iter(String stage, String name) {
    int stagePosition = position(from.stages().stream().map(Stage::name).toList(), stage);
    if (stagePosition < 0) {
      return name;
    }
    int position =
        position(from.stages().get(stagePosition).iters().stream().map(Iter::name).toList(), name);
    return position < 0 ? name : to.stages().get(stagePosition).iters().get(position).name();
  }

  private List<String> iters(String stage, List<String> names) {
    return names.stream().map(name -> iter(stage, name)).toList();
  }

  private String buffer(String name) {
    int position = position(buffers(from), name);
    return position < 0 ? name : buffers(to).get(position);
  }

  private static List<String> buffers(ScheduleState state) {
    List<String> names = new ArrayList<>();
    state.dag().inputs().forEach(input -> names.add(state.stored(input).name()));
    for (Stage stage : state.stages()) {
      stage.op().outputs().stream().map(Buffer::name).forEach(names::add);
    }
    return names;
  }

  private static int position(List<String> names, String name) {
    return names.indexOf(name);
  }
}
