package dev.tilewright.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Exprs;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.expr.Var;
import dev.tilewright.core.testing.RandomSchedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * What lowering relies on, checked by enumeration on random schedules: the loops of a stage visit
 * every point of its region exactly once, and the region of an attached stage covers what its
 * consumers read.
 */
class RegionPropertyTest {
  private static final int STATES = 1000;
  private static final long MAX_POINTS = 20_000;

  @Test
  void loopsVisitEveryPointOnceAndRegionsCoverTheReads() {
    int attached = 0;
    for (long seed = 0; seed < STATES; seed++) {
      ScheduleState state = RandomSchedule.of(seed).state();
      try {
        for (Stage stage : state.stages()) {
          if (!(stage.placement() instanceof Placement.Inlined)) {
            checkVisits(stage);
          }
          if (stage.placement() instanceof Placement.At at) {
            checkCoverage(state, stage, at);
            attached++;
          }
        }
      } catch (AssertionError | RuntimeException e) {
        fail("seed %d:\n%s".formatted(seed, StatePrinter.print(state)), e);
      }
    }
    assertThat(attached).as("attached stages drawn").isGreaterThan(STATES / 3);
  }

  private static void checkVisits(Stage stage) {
    long points =
        stage.bindings().stream().mapToLong(AxisBinding::extent).reduce(1, (a, b) -> a * b);
    if (points > MAX_POINTS) {
      return;
    }
    Set<List<Long>> visited = new HashSet<>();
    enumerate(
        stage.iters().stream().map(Iter::var).toList(),
        new IdentityHashMap<>(),
        values -> {
          for (LoopGuard guard : stage.guards()) {
            if (evaluate(guard.value(), values) >= guard.extent()) {
              return;
            }
          }
          List<Long> point = new ArrayList<>();
          for (AxisBinding binding : stage.bindings()) {
            long offset = evaluate(binding.offset(), values);
            assertThat(offset).isNotNegative();
            if (offset >= binding.extent()) {
              return;
            }
            point.add(offset);
          }
          assertThat(visited.add(point)).as("%s visits %s twice", stage.name(), point).isTrue();
        });
    assertThat((long) visited.size()).as("points of %s", stage.name()).isEqualTo(points);
  }

  private static void checkCoverage(ScheduleState state, Stage stage, Placement.At at) {
    List<Var> outer = enclosing(state, at);
    for (Stage consumer : Attachment.consumers(stage, state.stages())) {
      List<Var> loops = new ArrayList<>(outer);
      for (Var var : loopsAround(state, consumer)) {
        if (!loops.contains(var)) {
          loops.add(var);
        }
      }
      if (loops.stream().mapToLong(Var::extent).reduce(1, (a, b) -> a * b) > MAX_POINTS) {
        continue;
      }
      List<Expr.Load> loads = loads(stage, consumer);
      enumerate(
          loops,
          new IdentityHashMap<>(),
          values -> {
            if (bindAxes(state, consumer, values)) {
              loads.forEach(load -> checkInside(stage, load, values));
            }
          });
    }
  }

  /** False if guards keep the body of the stage, or of one that it is attached in, from running. */
  private static boolean bindAxes(ScheduleState state, Stage stage, Map<Var, Long> values) {
    for (AxisBinding binding : stage.bindings()) {
      long offset = evaluate(binding.offset(), values);
      long value = evaluate(binding.base(), values) + offset;
      if (offset >= binding.extent() || value < 0 || value >= binding.axis().extent()) {
        return false;
      }
      values.put(binding.axis(), value);
    }
    return true;
  }

  private static void checkInside(Stage stage, Expr.Load load, Map<Var, Long> values) {
    for (int axis = 0; axis < load.indices().size(); axis++) {
      AxisBinding binding = stage.bindings().get(axis);
      long base = evaluate(binding.base(), values);
      if (isGathered(load.indices().get(axis))) {
        // The value of the index is data, so the region must be all that it may be.
        assertThat(base).isLessThanOrEqualTo(0);
        assertThat(base + binding.extent()).isGreaterThanOrEqualTo(binding.axis().extent());
        continue;
      }
      long read = evaluate(load.indices().get(axis), values);
      if (read >= 0 && read < binding.axis().extent()) {
        assertThat(read - base)
            .as("%s reads axis %s of %s at %d", load, binding.axis(), stage.name(), read)
            .isBetween(0L, binding.extent() - 1);
      }
    }
  }

  private static boolean isGathered(Index index) {
    List<Expr> values = new ArrayList<>();
    Exprs.forEach(index, values::add);
    return !values.isEmpty();
  }

  private static List<Expr.Load> loads(Stage stage, Stage consumer) {
    List<Expr.Load> loads = new ArrayList<>();
    for (Expr value : consumer.op().body().values()) {
      Exprs.forEach(
          value,
          node -> {
            if (node instanceof Expr.Load load && stage.op().outputs().contains(load.buffer())) {
              loads.add(load);
            }
          });
    }
    return loads;
  }

  private static List<Var> enclosing(ScheduleState state, Placement.At at) {
    Stage target = state.findStage(at.stage()).orElseThrow();
    List<Var> vars = new ArrayList<>();
    if (target.placement() instanceof Placement.At outer) {
      vars.addAll(enclosing(state, outer));
    }
    target.iters().subList(0, target.position(at.iter()) + 1).forEach(i -> vars.add(i.var()));
    return vars;
  }

  private static List<Var> loopsAround(ScheduleState state, Stage stage) {
    List<Var> vars = new ArrayList<>();
    if (stage.placement() instanceof Placement.At at) {
      vars.addAll(enclosing(state, at));
    }
    stage.iters().forEach(iter -> vars.add(iter.var()));
    return vars;
  }

  private static void enumerate(
      List<Var> vars, Map<Var, Long> values, Consumer<Map<Var, Long>> visit) {
    if (values.size() == vars.size()) {
      visit.accept(new HashMap<>(values));
      return;
    }
    Var var = vars.get(values.size());
    for (long value = 0; value < var.extent(); value++) {
      values.put(var, value);
      enumerate(vars, values, visit);
      values.remove(var);
    }
  }

  private static long evaluate(Index index, Map<Var, Long> values) {
    return switch (index) {
      case Index.Const(long value) -> value;
      case Index.Ref(Var var) -> values.get(var);
      case Index.Add(Index a, Index b) -> evaluate(a, values) + evaluate(b, values);
      case Index.Mul(Index a, long factor) -> evaluate(a, values) * factor;
      case Index.FloorDiv(Index a, long d) -> Math.floorDiv(evaluate(a, values), d);
      case Index.FloorMod(Index a, long d) -> Math.floorMod(evaluate(a, values), d);
      case Index.Min(Index a, Index b) -> Math.min(evaluate(a, values), evaluate(b, values));
      case Index.Max(Index a, Index b) -> Math.max(evaluate(a, values), evaluate(b, values));
      case Index.FromExpr gathered -> throw new IllegalStateException("a gather has no value");
    };
  }
}
