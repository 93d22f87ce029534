package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.target.GpuTarget;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** What the kernels of a schedule ask of a GPU, without lowering it. */
final class GridFacts {
  private final Map<String, Map<ThreadAxis, Long>> threads = new HashMap<>();
  private final Map<String, Long> sharedBytes = new HashMap<>();

  private GridFacts() {}

  static GridFacts of(ScheduleState state) {
    GridFacts facts = new GridFacts();
    for (Stage stage : state.stages()) {
      if (!(stage.placement() instanceof Placement.Inlined)) {
        facts.add(stage, root(state, stage).name());
      }
    }
    return facts;
  }

  /** True if the blocks have neither too many threads nor too much shared memory. */
  boolean fits(GpuTarget target) {
    boolean fewThreads =
        threads.values().stream()
            .allMatch(
                axes ->
                    axes.values().stream().reduce(1L, (a, b) -> a * b)
                        <= target.maxThreadsPerBlock());
    return fewThreads
        && sharedBytes.values().stream().allMatch(bytes -> bytes <= target.sharedBytesPerBlock());
  }

  /** Threads of a kernel's blocks along an axis. */
  long threads(String root, ThreadAxis axis) {
    return threads.getOrDefault(root, Map.of()).getOrDefault(axis, 1L);
  }

  /** The stage at root in whose kernel a stage is computed. */
  static Stage root(ScheduleState state, Stage stage) {
    Stage current = stage;
    while (current.placement() instanceof Placement.At(String target, var _)) {
      current = state.findStage(target).orElseThrow();
    }
    return current;
  }

  private void add(Stage stage, String root) {
    Map<ThreadAxis, Long> axes =
        threads.computeIfAbsent(root, _ -> new EnumMap<>(ThreadAxis.class));
    for (Iter iter : stage.iters()) {
      if (iter.annotation() instanceof ForKind.Bound(ThreadAxis axis) && axis.isThread()) {
        axes.merge(axis, iter.extent(), Math::max);
      }
    }
    if (stage.isShared() && stage.placement() instanceof Placement.At) {
      long elements =
          stage.bindings().subList(0, stage.op().axes().size()).stream()
              .mapToLong(AxisBinding::extent)
              .reduce(1, (a, b) -> a * b);
      long bytes = elements * stage.op().outputs().getFirst().dtype().bytes();
      sharedBytes.merge(root, bytes, Long::sum);
    }
  }
}
