package dev.tilewright.core.testing;

import static dev.tilewright.core.testing.RandomDags.pick;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.ir.ForKind.ThreadAxis;
import dev.tilewright.core.schedule.BufferLayout;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Proposes steps that fit the names of a state; whether they are legal is for the state to say. */
public final class RandomSteps {
  private final Random random;
  private final ScheduleState state;
  private final Stage stage;

  private RandomSteps(Random random, ScheduleState state) {
    this.random = random;
    this.state = state;
    List<Stage> live =
        state.stages().stream()
            .filter(candidate -> !(candidate.placement() instanceof Placement.Inlined))
            .toList();
    this.stage = pick(random, live);
  }

  /** A step that may or may not be legal. */
  public static Step propose(Random random, ScheduleState state) {
    return new RandomSteps(random, state).next();
  }

  /** The same for a GPU: bindings and shared memory beside what fits any target. */
  public static Step proposeForGpu(Random random, ScheduleState state) {
    RandomSteps steps = new RandomSteps(random, state);
    return random.nextInt(3) == 0 ? steps.nextForGpu() : steps.next();
  }

  private Step nextForGpu() {
    String name = stage.name();
    return switch (random.nextInt(10)) {
      case 0 -> new Annotate(name, firstIter(), bound(ThreadAxis.BLOCK_X));
      case 1 -> new CacheWrite(name, Buffer.Scope.SHARED);
      case 2, 3 -> cacheRead(Buffer.Scope.SHARED);
      case 4, 5 -> new Annotate(name, reduceIter(), bound(ThreadAxis.THREAD_X));
      default -> new Annotate(name, iter(), bound(pick(random, List.of(ThreadAxis.values()))));
    };
  }

  private static ForKind bound(ThreadAxis axis) {
    return new ForKind.Bound(axis);
  }

  private Step next() {
    String name = stage.name();
    return switch (random.nextInt(29)) {
      case 0, 1, 2, 3, 4 -> new Split(name, iter(), factors());
      case 5 -> followSplit();
      case 6 -> followFusedSplit();
      case 7, 8 -> fuse();
      case 9, 10, 11 -> new Reorder(name, shuffled());
      case 12 -> new Annotate(name, firstIter(), ForKind.PARALLEL);
      case 13, 14 -> new Annotate(name, lastIter(), ForKind.VECTORIZED);
      case 15 -> new Annotate(name, iter(), annotation());
      case 16, 17, 18, 19 -> computeAt();
      case 20 -> new ComputeRoot(name);
      case 21 -> new ComputeInline(name);
      case 22 -> new CacheWrite(name, Buffer.Scope.LOCAL);
      case 23 -> cacheRead(Buffer.Scope.LOCAL);
      case 24 -> rfactor();
      case 25 -> new Pragma(name, pick(random, List.of(0L, 4L, 16L, 64L)));
      case 26 -> storageAlign();
      case 27 -> new Winograd(name, 2);
      default -> rewriteLayout();
    };
  }

  private String iter() {
    return stage.iters().isEmpty() ? "none" : pick(random, stage.iters()).name();
  }

  private String firstIter() {
    return stage.iters().isEmpty() ? "none" : stage.iters().getFirst().name();
  }

  private String lastIter() {
    return stage.iters().isEmpty() ? "none" : stage.iters().getLast().name();
  }

  private ForKind annotation() {
    return pick(
        random, List.of(ForKind.VECTORIZED, ForKind.UNROLLED, ForKind.UNROLLED, ForKind.SERIAL));
  }

  private List<Long> factors() {
    return IntStream.range(0, random.nextInt(1, 4))
        .mapToObj(i -> (long) pick(random, List.of(1, 2, 3, 4, 5, 8, 16)))
        .toList();
  }

  private Step followSplit() {
    int source = random.nextInt(state.steps().size() + 1);
    return new FollowSplit(stage.name(), iter(), source, random.nextInt(2, 4));
  }

  private Step followFusedSplit() {
    List<Integer> sources =
        IntStream.range(0, state.steps().size())
            .filter(i -> state.steps().get(i) instanceof Split && random.nextBoolean())
            .boxed()
            .toList();
    return new FollowFusedSplit(
        stage.name(), iter(), sources, random.nextInt(2), random.nextBoolean());
  }

  private Step fuse() {
    List<String> names = stage.iters().stream().map(Iter::name).toList();
    int from = random.nextInt(names.size() + 1);
    int to = Math.min(names.size(), from + random.nextInt(1, 4));
    return new Fuse(stage.name(), names.subList(from, to));
  }

  private List<String> shuffled() {
    List<String> names = new ArrayList<>(stage.iters().stream().map(Iter::name).toList());
    Collections.shuffle(names, random);
    return names;
  }

  private Step computeAt() {
    List<Stage> consumers =
        state.stages().stream()
            .filter(
                other ->
                    Exprs.buffersRead(other.op().body().values()).stream()
                        .anyMatch(stage.op().outputs()::contains))
            .toList();
    Stage target = consumers.isEmpty() ? stage : pick(random, consumers);
    String iter = target.iters().isEmpty() ? "none" : pick(random, target.iters()).name();
    return new ComputeAt(stage.name(), target.name(), iter);
  }

  private Step cacheRead(Buffer.Scope scope) {
    List<Buffer> read = Exprs.buffersRead(stage.op().body().values());
    String buffer = read.isEmpty() ? "none" : pick(random, read).name();
    return new CacheRead(buffer, scope, List.of(stage.name()));
  }

  private String reduceIter() {
    List<Iter> reduce =
        stage.iters().stream().filter(iter -> iter.kind() == Iter.Kind.REDUCE).toList();
    return reduce.isEmpty() ? iter() : pick(random, reduce).name();
  }

  private Step rfactor() {
    return new Rfactor(stage.name(), reduceIter(), random.nextInt(stage.op().axes().size() + 1));
  }

  private Step storageAlign() {
    long factor = pick(random, List.of(2L, 5L, 8L));
    int axis = random.nextInt(Math.max(1, stage.op().axes().size()));
    return new StorageAlign(stage.name(), axis, factor, random.nextLong(factor));
  }

  private Step rewriteLayout() {
    Buffer buffer = state.stored(pick(random, state.dag().inputs()));
    List<List<Long>> factors = new ArrayList<>();
    int parts = 0;
    for (int d = 0; d < buffer.shape().rank(); d++) {
      factors.add(random.nextBoolean() ? List.of() : factors());
      parts += factors.getLast().size() + 1;
    }
    List<Integer> order = new ArrayList<>(IntStream.range(0, parts).boxed().toList());
    Collections.shuffle(order, random);
    return new RewriteLayout(buffer.name(), new BufferLayout(factors, order));
  }
}
