package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.step.Pragma;
import dev.tilewright.core.schedule.step.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All decisions behind a schedule for a GPU.
 *
 * @param factors one list an open split of the sketch; the threads of copies follow from the others
 * @param unroll automatic unroll depth by stage
 */
record GpuDraft(Sketch sketch, List<List<Long>> factors, Map<String, Long> unroll) {
  GpuDraft {
    factors = List.copyOf(factors);
  }

  GpuDraft withFactors(List<List<Long>> other) {
    return new GpuDraft(sketch, other, unroll);
  }

  GpuDraft withUnroll(Map<String, Long> other) {
    return new GpuDraft(sketch, factors, other);
  }

  /** The steps that come after those of the sketch. */
  List<Step> finish() {
    List<Step> steps = new ArrayList<>();
    unroll.forEach((stage, depth) -> steps.add(new Pragma(stage, depth)));
    return steps;
  }

  /** What {@link #finish} made steps of. */
  static Map<String, Long> unrollIn(List<Step> steps) {
    Map<String, Long> unroll = new LinkedHashMap<>();
    for (Step step : steps) {
      if (step instanceof Pragma(String stage, long depth)) {
        unroll.put(stage, depth);
      }
    }
    return unroll;
  }
}
