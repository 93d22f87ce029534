package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.RewriteLayout;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What is decided about a sketch beside its split factors.
 *
 * @param packed buffers that are copied into local memory, with the loop at which they are
 * @param locations stages that are computed inside a loop
 * @param lanes vector lanes of stages whose innermost loop has to be split for them
 * @param parallel how many outer loops of a stage at root are fused and shared by threads
 * @param unroll automatic unroll depth by stage
 * @param relaid constant buffers that are stored in the order in which tiles read them
 */
record Choices(
    Map<String, Placement.At> packed,
    Map<String, Placement.At> locations,
    Map<String, Long> lanes,
    Map<String, Integer> parallel,
    Map<String, Long> unroll,
    Set<String> relaid) {

  static Choices none() {
    return new Choices(
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashSet<>());
  }

  /** A copy that may be changed. */
  Choices copy() {
    return new Choices(
        new LinkedHashMap<>(packed),
        new LinkedHashMap<>(locations),
        new LinkedHashMap<>(lanes),
        new LinkedHashMap<>(parallel),
        new LinkedHashMap<>(unroll),
        new LinkedHashSet<>(relaid));
  }

  /** What the steps that {@link Annotator} appends to a sketch say. */
  static Choices read(List<Step> steps) {
    Choices choices = none();
    Map<String, Integer> fused = new LinkedHashMap<>();
    Map<String, String> copies = new LinkedHashMap<>();
    for (Step step : steps) {
      switch (step) {
        case CacheRead(String buffer, var scope, var _) ->
            copies.put(buffer + "_" + scope.name().toLowerCase(Locale.ROOT), buffer);
        case ComputeAt(String stage, String target, String iter) -> {
          Placement.At at = new Placement.At(target, iter);
          if (copies.containsKey(stage)) {
            choices.packed.put(copies.get(stage), at);
          } else {
            choices.locations.put(stage, at);
          }
        }
        case Split(String stage, String _, List<Long> factors) ->
            choices.lanes.put(stage, factors.getFirst());
        case Fuse(String stage, List<String> iters) -> fused.put(stage, iters.size());
        case Annotate(String stage, String _, ForKind.Parallel _) ->
            choices.parallel.put(stage, fused.getOrDefault(stage, 1));
        case Pragma(String stage, long depth) -> choices.unroll.put(stage, depth);
        case RewriteLayout(String buffer, var _) -> choices.relaid.add(buffer);
        default -> {
          // Follows from the other steps.
        }
      }
    }
    return choices;
  }
}
