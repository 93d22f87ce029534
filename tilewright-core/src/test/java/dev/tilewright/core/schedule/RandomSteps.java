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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Random steps; about half of them are refused, which is part of what is tested. */
public final class RandomSteps {
  private final RandomGenerator random;

  private RandomSteps(RandomGenerator random) {
    this.random = random;
  }

  /** The state after up to {@code attempts} random steps; those that are refused are left out. */
  public static ScheduleState apply(ScheduleState state, int attempts, RandomGenerator random) {
    RandomSteps steps = new RandomSteps(random);
    ScheduleState current = state;
    for (int i = 0; i < attempts; i++) {
      Optional<Step> step = steps.draw(current);
      if (step.isPresent()) {
        try {
          current = step.get().apply(current);
        } catch (StepRefusedException refused) {
          // Legal steps only; the message has its own tests.
        }
      }
    }
    return current;
  }

  private Optional<Step> draw(ScheduleState state) {
    Stage stage = pick(state.stages());
    String name = stage.name();
    return switch (random.nextInt(18)) {
      case 0, 1, 2 -> iter(stage).map(iter -> new Split(name, iter, factors()));
      case 3, 4 -> fuse(stage);
      case 5, 6 -> Optional.of(new Reorder(name, shuffled(stage)));
      case 7 -> iter(stage).map(iter -> new Annotate(name, iter, kind()));
      case 8, 9, 10 -> {
        List<Stage> consumers = Attachment.consumers(stage, state.stages());
        Stage target = pick(consumers.isEmpty() ? state.stages() : consumers);
        yield iter(target).map(iter -> new ComputeAt(name, target.name(), iter));
      }
      case 11 ->
          Optional.of(random.nextInt(3) == 0 ? new ComputeRoot(name) : new ComputeInline(name));
      case 12 -> Optional.of(cacheRead(state));
      case 13 -> Optional.of(new CacheWrite(name, Buffer.Scope.LOCAL));
      case 14 ->
          iter(stage)
              .map(iter -> new Rfactor(name, iter, random.nextInt(stage.op().axes().size() + 1)));
      case 15 ->
          random.nextBoolean()
              ? Optional.of(new Pragma(name, random.nextInt(3) * 16L))
              : Optional.of(new StorageAlign(name, random.nextInt(3), 4, random.nextInt(4)));
      case 16 -> Optional.of(rewriteLayout(state));
      default -> follow(state, stage);
    };
  }

  private Optional<Step> follow(ScheduleState state, Stage stage) {
    int source = random.nextInt(state.steps().size() + 1);
    return iter(stage)
        .map(
            iter ->
                random.nextBoolean()
                    ? new FollowSplit(stage.name(), iter, source, 2 + random.nextInt(2))
                    : new FollowFusedSplit(
                        stage.name(), iter, List.of(source), 0, random.nextBoolean()));
  }

  private Optional<Step> fuse(Stage stage) {
    if (stage.iters().isEmpty()) {
      return Optional.empty();
    }
    int from = random.nextInt(stage.iters().size());
    int count = Math.min(1 + random.nextInt(3), stage.iters().size() - from);
    return Optional.of(
        new Fuse(
            stage.name(),
            stage.iters().subList(from, from + count).stream().map(Iter::name).toList()));
  }

  private Step cacheRead(ScheduleState state) {
    List<Buffer> buffers = new ArrayList<>(state.dag().inputs());
    state.stages().forEach(stage -> buffers.addAll(stage.op().outputs()));
    List<String> readers = new ArrayList<>(List.of(pick(state.stages()).name()));
    if (random.nextBoolean()) {
      readers.add(pick(state.stages()).name());
    }
    return new CacheRead(
        pick(buffers).name(), Buffer.Scope.LOCAL, readers.stream().distinct().toList());
  }

  private Step rewriteLayout(ScheduleState state) {
    Buffer buffer = pick(state.dag().inputs());
    List<List<Long>> factors = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int d = 0; d < buffer.shape().rank(); d++) {
      factors.add(random.nextBoolean() ? List.of(1L + random.nextInt(4)) : List.of());
      factors.getLast().forEach(factor -> order.add(order.size()));
      order.add(order.size());
    }
    Collections.shuffle(order, new Random(random.nextLong()));
    return new RewriteLayout(buffer.name(), new BufferLayout(factors, order));
  }

  private List<String> shuffled(Stage stage) {
    List<String> names = new ArrayList<>(stage.iters().stream().map(Iter::name).toList());
    Collections.shuffle(names, new Random(random.nextLong()));
    return names;
  }

  private List<Long> factors() {
    List<Long> factors = new ArrayList<>();
    for (int i = random.nextInt(2); i >= 0; i--) {
      factors.add(1L + random.nextInt(4));
    }
    return factors;
  }

  private ForKind kind() {
    return List.of(ForKind.SERIAL, ForKind.PARALLEL, ForKind.VECTORIZED, ForKind.UNROLLED)
        .get(random.nextInt(4));
  }

  private Optional<String> iter(Stage stage) {
    return stage.iters().isEmpty() ? Optional.empty() : Optional.of(pick(stage.iters()).name());
  }

  private <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }
}
