package dev.tilewright.search.evolve;

import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.rule.GpuSketchRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The schedules for a GPU that sketch rules and sampling reach. */
public final class GpuSearchSpace implements SearchSpace {
  private static final List<Long> UNROLL = List.of(0L, 16L, 64L, 512L);

  private final List<Sketch> sketches;
  private final GpuTarget target;
  private final GpuTileSampler tiles;

  private GpuSearchSpace(List<Sketch> sketches, GpuTarget target) {
    this.sketches = List.copyOf(sketches);
    this.target = target;
    this.tiles = new GpuTileSampler(target);
  }

  /** The space of a compute DAG on a GPU. */
  public static GpuSearchSpace of(ComputeDag dag, GpuTarget target) {
    return new GpuSearchSpace(
        GpuSketchRules.sketches(dag).stream().map(Sketch::of).toList(), target);
  }

  @Override
  public List<ScheduleState> sketches() {
    return sketches.stream().map(Sketch::state).toList();
  }

  /** Rules for GPUs know one algorithm only, that of the definition. */
  @Override
  public double leastWork() {
    return 1;
  }

  @Override
  public Program lower(ScheduleState state) {
    return Lowering.lower(state, target);
  }

  @Override
  public Optional<ScheduleState> sample(RandomGenerator random) {
    Sketch sketch = Draws.pick(sketches, random);
    return build(new GpuDraft(sketch, tiles.draw(sketch, random), unroll(sketch, random)));
  }

  @Override
  public Optional<ScheduleState> mutate(ScheduleState state, RandomGenerator random) {
    return read(state.steps()).map(draft -> mutated(draft, random)).flatMap(this::build);
  }

  @Override
  public Optional<ScheduleState> adapt(List<Step> steps) {
    return read(steps).map(GpuSearchSpace::fitted).flatMap(this::build);
  }

  @Override
  public Optional<ScheduleState> crossover(
      ScheduleState first, ScheduleState second, RandomGenerator random) {
    Optional<GpuDraft> left = read(first.steps());
    Optional<GpuDraft> right = read(second.steps());
    boolean alike =
        left.isPresent() && right.isPresent() && left.get().sketch() == right.get().sketch();
    return alike ? build(crossed(left.get(), right.get(), random)) : Optional.empty();
  }

  private GpuDraft mutated(GpuDraft draft, RandomGenerator random) {
    List<String> stages = stages(draft.sketch());
    if (stages.isEmpty() || random.nextInt(4) == 0) {
      return draft.withUnroll(unroll(draft.sketch(), random));
    }
    List<List<Long>> drawn = tiles.draw(draft.sketch(), random);
    List<List<Long>> factors = new ArrayList<>(draft.factors());
    for (int split : draft.sketch().splitsOf(Draws.pick(stages, random))) {
      factors.set(split, drawn.get(split));
    }
    return draft.withFactors(factors);
  }

  private static GpuDraft crossed(GpuDraft left, GpuDraft right, RandomGenerator random) {
    List<List<Long>> factors = new ArrayList<>(left.factors());
    for (String stage : stages(left.sketch())) {
      if (random.nextBoolean()) {
        for (int split : left.sketch().splitsOf(stage)) {
          factors.set(split, right.factors().get(split));
        }
      }
    }
    GpuDraft draft = left.withFactors(factors);
    return random.nextBoolean() ? draft.withUnroll(right.unroll()) : draft;
  }

  private static GpuDraft fitted(GpuDraft draft) {
    List<List<Long>> factors = new ArrayList<>();
    for (int split = 0; split < draft.factors().size(); split++) {
      factors.add(
          FactorAdaption.adapt(draft.sketch().open().get(split), draft.factors().get(split)));
    }
    return draft.withFactors(factors);
  }

  private static Map<String, Long> unroll(Sketch sketch, RandomGenerator random) {
    Map<String, Long> unroll = new LinkedHashMap<>();
    sketch.state().stages().stream()
        .filter(stage -> stage.op().isReduction())
        .filter(stage -> !(stage.placement() instanceof Placement.Inlined))
        .forEach(stage -> unroll.put(stage.name(), Draws.pick(UNROLL, random)));
    return unroll;
  }

  /** The schedule; empty if the decisions do not fit together or the target. */
  private Optional<ScheduleState> build(GpuDraft draft) {
    try {
      return GpuCopies.complete(draft.sketch(), draft.factors())
          .flatMap(draft.sketch()::fill)
          .filter(filled -> GridFacts.of(filled).fits(target))
          .map(filled -> filled.apply(draft.finish()));
    } catch (StepRefusedException refused) {
      return Optional.empty();
    }
  }

  /** The decisions behind a schedule; empty if it is not of this space. */
  private Optional<GpuDraft> read(List<Step> steps) {
    for (Sketch sketch : sketches) {
      Optional<List<List<Long>>> factors = sketch.factorsIn(steps);
      if (factors.isPresent()) {
        List<Step> rest = steps.subList(sketch.state().steps().size(), steps.size());
        return Optional.of(new GpuDraft(sketch, factors.get(), GpuDraft.unrollIn(rest)));
      }
    }
    return Optional.empty();
  }

  private static List<String> stages(Sketch sketch) {
    return sketch.open().stream().map(OpenSplit::stage).distinct().toList();
  }
}
