package dev.tilewright.search.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tilewright.base.UserException;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.BufferLayout;
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
import java.util.Locale;

/**
 * Steps as JSON lists: the step's name, then its arguments in the order of the record components,
 * for example {@code ["split","T_dense","k",[16,4]]}.
 */
public final class StepCodec {
  private StepCodec() {}

  public static ArrayNode encode(Step step) {
    return switch (step) {
      case Split(String stage, String iter, List<Long> factors) ->
          node("split", stage, iter).add(Json.longs(factors));
      case FollowSplit(String stage, String iter, int sourceStep, int parts) ->
          node("follow_split", stage, iter).add(sourceStep).add(parts);
      case FollowFusedSplit(
              String stage,
              String iter,
              List<Integer> sourceSteps,
              int level,
              boolean factor) ->
          node("follow_fused_split", stage, iter).add(ints(sourceSteps)).add(level).add(factor);
      case Fuse(String stage, List<String> iters) -> node("fuse", stage).add(Json.texts(iters));
      case Reorder(String stage, List<String> order) ->
          node("reorder", stage).add(Json.texts(order));
      case Annotate(String stage, String iter, ForKind kind) ->
          node("annotate", stage, iter, text(kind));
      case ComputeAt(String stage, String targetStage, String targetIter) ->
          node("compute_at", stage, targetStage, targetIter);
      case ComputeRoot(String stage) -> node("compute_root", stage);
      case ComputeInline(String stage) -> node("compute_inline", stage);
      case CacheRead(String buffer, Buffer.Scope scope, List<String> readers) ->
          node("cache_read", buffer, NodeWriter.lower(scope)).add(Json.texts(readers));
      case CacheWrite(String stage, Buffer.Scope scope) ->
          node("cache_write", stage, NodeWriter.lower(scope));
      case Rfactor(String stage, String iter, int axis) -> node("rfactor", stage, iter).add(axis);
      case Pragma(String stage, long autoUnrollMaxStep) ->
          node("pragma", stage).add(autoUnrollMaxStep);
      case StorageAlign(String stage, int axis, long factor, long offset) ->
          node("storage_align", stage).add(axis).add(factor).add(offset);
      case RewriteLayout(String buffer, BufferLayout layout) ->
          node("rewrite_layout", buffer).add(nested(layout.factors())).add(ints(layout.order()));
      case Winograd(String stage, int tile) -> node("winograd", stage).add(tile);
    };
  }

  /**
   * @throws UserException if the JSON tree is not a step
   */
  public static Step decode(JsonNode json) {
    Fields f = new Fields(json);
    return switch (f.tag()) {
      case "split" -> new Split(f.text(1), f.text(2), Json.longList(f.get(3)));
      case "follow_split" -> new FollowSplit(f.text(1), f.text(2), f.small(3), f.small(4));
      case "follow_fused_split" ->
          new FollowFusedSplit(
              f.text(1), f.text(2), Json.intList(f.get(3)), f.small(4), f.get(5).asBoolean());
      case "fuse" -> new Fuse(f.text(1), Json.textList(f.get(2)));
      case "reorder" -> new Reorder(f.text(1), Json.textList(f.get(2)));
      case "annotate" -> new Annotate(f.text(1), f.text(2), forKind(f.text(3)));
      case "compute_at" -> new ComputeAt(f.text(1), f.text(2), f.text(3));
      case "compute_root" -> new ComputeRoot(f.text(1));
      case "compute_inline" -> new ComputeInline(f.text(1));
      case "cache_read" -> new CacheRead(f.text(1), scope(f.text(2)), Json.textList(f.get(3)));
      case "cache_write" -> new CacheWrite(f.text(1), scope(f.text(2)));
      case "rfactor" -> new Rfactor(f.text(1), f.text(2), f.small(3));
      case "pragma" -> new Pragma(f.text(1), f.integer(2));
      case "storage_align" -> new StorageAlign(f.text(1), f.small(2), f.integer(3), f.integer(4));
      case "rewrite_layout" ->
          new RewriteLayout(
              f.text(1),
              new BufferLayout(Json.map(f.get(2), Json::longList), Json.intList(f.get(3))));
      case "winograd" -> new Winograd(f.text(1), f.small(2));
      default -> throw new UserException("unknown schedule step '%s'".formatted(f.tag()));
    };
  }

  public static ArrayNode encodeAll(List<Step> steps) {
    ArrayNode array = Json.array();
    steps.forEach(step -> array.add(encode(step)));
    return array;
  }

  public static List<Step> decodeAll(JsonNode array) {
    return Json.map(array, StepCodec::decode);
  }

  private static String text(ForKind kind) {
    return switch (kind) {
      case ForKind.Serial() -> "serial";
      case ForKind.Parallel() -> "parallel";
      case ForKind.Vectorized() -> "vectorized";
      case ForKind.Unrolled() -> "unrolled";
      case ForKind.Bound(ForKind.ThreadAxis axis) -> NodeWriter.lower(axis);
    };
  }

  private static ForKind forKind(String text) {
    return switch (text) {
      case "serial" -> ForKind.SERIAL;
      case "parallel" -> ForKind.PARALLEL;
      case "vectorized" -> ForKind.VECTORIZED;
      case "unrolled" -> ForKind.UNROLLED;
      default -> new ForKind.Bound(threadAxis(text));
    };
  }

  private static ForKind.ThreadAxis threadAxis(String text) {
    for (ForKind.ThreadAxis axis : ForKind.ThreadAxis.values()) {
      if (NodeWriter.lower(axis).equals(text)) {
        return axis;
      }
    }
    throw new UserException("unknown loop annotation '%s'".formatted(text));
  }

  private static Buffer.Scope scope(String text) {
    for (Buffer.Scope scope : Buffer.Scope.values()) {
      if (scope.name().toLowerCase(Locale.ROOT).equals(text)) {
        return scope;
      }
    }
    throw new UserException("unknown memory scope '%s'".formatted(text));
  }

  private static ArrayNode node(String tag, String... texts) {
    ArrayNode node = Json.array().add(tag);
    for (String text : texts) {
      node.add(text);
    }
    return node;
  }

  private static ArrayNode ints(List<Integer> values) {
    ArrayNode array = Json.array();
    values.forEach(array::add);
    return array;
  }

  private static ArrayNode nested(List<List<Long>> values) {
    ArrayNode array = Json.array();
    values.forEach(list -> array.add(Json.longs(list)));
    return array;
  }
}
