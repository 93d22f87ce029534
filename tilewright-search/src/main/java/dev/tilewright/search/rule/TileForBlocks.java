package dev.tilewright.search.rule;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.CacheRead;
import dev.tilewright.core.schedule.step.CacheWrite;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.schedule.step.FollowSplit;
import dev.tilewright.core.schedule.step.Reorder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tiles a reduction that reads elements several times for blocks, virtual threads and threads, with
 * accumulators in registers (Ansor, OSDI 2020, section 4.1 and appendix); one alternative reads
 * through tiles in shared memory that the threads of a block copy together, one directly.
 *
 * <pre>
 * C: block_x i.0@j.0: vthread i.1@j.1: thread_x i.2@j.2
 *   S: for k.0
 *     a_shared, b_shared: thread_x …        all threads of the block
 *     for k.1, i.3 j.3, k.2, i.4 j.4        a tile of one thread
 *   for i.3 j.3: C
 * </pre>
 */
final class TileForBlocks implements SketchRule {
  private static final List<ThreadAxis> LEVELS =
      List.of(ThreadAxis.BLOCK_X, ThreadAxis.VTHREAD, ThreadAxis.THREAD_X);

  @Override
  public List<Derivation> apply(Derivation derivation) {
    Stage stage = derivation.stage();
    if (!MultiLevelTilingWithFusion.isPlainReduction(stage) || !StageFacts.hasReuse(stage.op())) {
      return List.of();
    }
    Optional<Stage> consumer = StageFacts.elementwiseConsumer(derivation.state(), stage);
    Derivation start = derivation;
    if (consumer.isEmpty()) {
      ScheduleState cached =
          new CacheWrite(stage.name(), Buffer.Scope.LOCAL).apply(derivation.state());
      start = new Derivation(cached, derivation.position());
      consumer = cached.findStage(stage.name());
    }
    List<Derivation> alternatives = new ArrayList<>();
    for (boolean shared : List.of(true, false)) {
      try {
        alternatives.add(tile(start, consumer.orElseThrow(), shared));
      } catch (StepRefusedException notPossible) {
        // The other alternative may be.
      }
    }
    return alternatives;
  }

  private static Derivation tile(Derivation derivation, Stage consumer, boolean shared) {
    Stage stage = derivation.stage();
    Map<String, Integer> splits = new HashMap<>();
    ScheduleState state = TileStructure.GRID.apply(derivation.state(), stage, splits);
    state = tileConsumer(state, stage, consumer, splits);
    state = unrollRegisterTile(state, GridSteps.stage(state, stage.name()));
    int firstCopy = state.stages().indexOf(GridSteps.stage(state, stage.name()));
    if (shared) {
      state = copies(state, stage);
    }
    return new Derivation(state, firstCopy - 1);
  }

  private static ScheduleState tileConsumer(
      ScheduleState tiled, Stage stage, Stage consumer, Map<String, Integer> splits) {
    ScheduleState state = tiled;
    List<List<String>> levels = new ArrayList<>();
    for (int level = 0; level <= LEVELS.size(); level++) {
      levels.add(new ArrayList<>());
    }
    for (int axis = 0; axis < consumer.iters().size(); axis++) {
      String loop = consumer.iters().get(axis).name();
      Integer source = splits.get(stage.iters().get(axis).name());
      if (source == null) {
        levels.getFirst().add(loop);
        continue;
      }
      state = new FollowSplit(consumer.name(), loop, source, levels.size()).apply(state);
      for (int level = 0; level < levels.size(); level++) {
        levels.get(level).add(loop + "." + level);
      }
    }
    state =
        new Reorder(consumer.name(), levels.stream().flatMap(List::stream).toList()).apply(state);
    for (int level = 0; level < LEVELS.size(); level++) {
      state = GridSteps.fuse(state, consumer.name(), levels.get(level));
      String fused = GridSteps.fusedName(levels.get(level));
      state = GridSteps.bind(state, consumer.name(), fused, LEVELS.get(level));
    }
    String threads = GridSteps.fusedName(levels.get(LEVELS.size() - 1));
    state = new ComputeAt(stage.name(), consumer.name(), threads).apply(state);
    List<String> rest = levels.getLast();
    for (String loop : rest.subList(0, rest.size() - 1)) {
      state = new Annotate(consumer.name(), loop, ForKind.UNROLLED).apply(state);
    }
    return new Annotate(consumer.name(), rest.getLast(), ForKind.VECTORIZED).apply(state);
  }

  /** Registers have no index: the loops over accumulators are written out. */
  private static ScheduleState unrollRegisterTile(ScheduleState tiled, Stage stage) {
    ScheduleState state = tiled;
    for (Iter iter : stage.iters()) {
      boolean isInner = iter.name().endsWith(".3") || iter.name().endsWith(".4");
      if (isInner && iter.kind() == Iter.Kind.SPATIAL) {
        state = new Annotate(stage.name(), iter.name(), ForKind.UNROLLED).apply(state);
      }
    }
    return state;
  }

  private static ScheduleState copies(ScheduleState tiled, Stage stage) {
    String attach = outermostReduction(GridSteps.stage(tiled, stage.name()));
    ScheduleState state = tiled;
    for (Buffer buffer : Exprs.buffersRead(stage.op().body().values())) {
      if (buffer.shape().rank() == 0) {
        continue;
      }
      int position = state.stages().indexOf(GridSteps.stage(state, stage.name()));
      state = new CacheRead(buffer.name(), Buffer.Scope.SHARED, List.of(stage.name())).apply(state);
      Stage copy = state.stages().get(position);
      state = new ComputeAt(copy.name(), stage.name(), attach).apply(state);
      List<String> loops = GridSteps.loops(copy, Iter.Kind.SPATIAL);
      state = GridSteps.fuse(state, copy.name(), loops);
      String fused = GridSteps.fusedName(loops);
      state = GridSteps.split(state, copy.name(), fused, 2);
      state = GridSteps.bind(state, copy.name(), fused + ".1", ThreadAxis.THREAD_X);
      state = new Annotate(copy.name(), fused + ".2", ForKind.VECTORIZED).apply(state);
    }
    return state;
  }

  /** The innermost loop of the outermost level of the reduction. */
  private static String outermostReduction(Stage stage) {
    List<String> reduce = GridSteps.loops(stage, Iter.Kind.REDUCE);
    return reduce.stream()
        .filter(loop -> loop.endsWith(".0"))
        .reduce((first, second) -> second)
        .orElse(reduce.getFirst());
  }
}
