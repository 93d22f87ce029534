package dev.tilewright.search.evolve;

import dev.tilewright.core.analysis.ConservativeFlops;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.rule.CpuSketchRules;
import dev.tilewright.search.rule.SketchGenerator;
import dev.tilewright.search.rule.WinogradOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The schedules that sketch rules and sampling reach (Ansor, OSDI 2020). */
public final class SketchSearchSpace implements SearchSpace {
  private final List<Sketch> sketches;
  private final TileSampler tiles;
  private final ChoiceSampler choiceSampler;
  private final Annotator annotator;
  private final DraftMutation mutation;

  private SketchSearchSpace(List<Sketch> sketches, CpuTarget target) {
    this.sketches = List.copyOf(sketches);
    this.tiles = new TileSampler(target);
    this.choiceSampler = new ChoiceSampler(target);
    this.annotator = new Annotator(target);
    this.mutation = new DraftMutation(tiles, choiceSampler, annotator);
  }

  /** The space of a compute DAG on a CPU, with all algorithms. */
  public static SketchSearchSpace of(ComputeDag dag, CpuTarget target) {
    return of(dag, target, WinogradOption.AUTO);
  }

  /** The space of a compute DAG on a CPU. */
  public static SketchSearchSpace of(ComputeDag dag, CpuTarget target, WinogradOption winograd) {
    List<ScheduleState> sketches = SketchGenerator.generate(dag, CpuSketchRules.of(winograd));
    return new SketchSearchSpace(sketches.stream().map(Sketch::of).toList(), target);
  }

  @Override
  public List<ScheduleState> sketches() {
    return sketches.stream().map(Sketch::state).toList();
  }

  @Override
  public double leastWork() {
    double defined = work(ScheduleState.initial(sketches.getFirst().state().dag()));
    double least =
        sketches.stream().mapToDouble(sketch -> work(sketch.state())).min().orElse(defined);
    return defined > 0 ? Math.min(1, least / defined) : 1;
  }

  private static double work(ScheduleState state) {
    return state.stages().stream().mapToDouble(stage -> ConservativeFlops.of(stage.op())).sum();
  }

  @Override
  public Program lower(ScheduleState state) {
    return Lowering.lower(state);
  }

  @Override
  public Optional<ScheduleState> sample(RandomGenerator random) {
    Sketch sketch = Draws.pick(sketches, random);
    List<List<Long>> factors = tiles.draw(sketch, random);
    return sketch
        .fill(factors)
        .flatMap(filled -> complete(filled, choiceSampler.draw(filled, random)));
  }

  @Override
  public Optional<ScheduleState> mutate(ScheduleState state, RandomGenerator random) {
    return read(state.steps())
        .flatMap(draft -> mutation.mutate(draft, random))
        .flatMap(this::build);
  }

  @Override
  public Optional<ScheduleState> crossover(
      ScheduleState first, ScheduleState second, RandomGenerator random) {
    return read(first.steps())
        .flatMap(left -> read(second.steps()).flatMap(right -> mutation.cross(left, right, random)))
        .flatMap(this::build);
  }

  @Override
  public Optional<ScheduleState> adapt(List<Step> steps) {
    return read(steps).flatMap(this::adapt).flatMap(this::build);
  }

  private Optional<Draft> adapt(Draft draft) {
    List<OpenSplit> open = draft.sketch().open();
    List<List<Long>> factors = new ArrayList<>();
    for (int split = 0; split < open.size(); split++) {
      factors.add(FactorAdaption.adapt(open.get(split), draft.factors().get(split)));
    }
    return open.stream()
            .map(OpenSplit::stage)
            .distinct()
            .allMatch(stage -> tiles.isFeasible(draft.sketch(), stage, factors))
        ? Optional.of(new Draft(draft.sketch(), factors, draft.choices()))
        : Optional.empty();
  }

  /** The decisions behind a schedule; empty if it is not of this space. */
  private Optional<Draft> read(List<Step> steps) {
    for (Sketch sketch : sketches) {
      Optional<List<List<Long>>> factors = sketch.factorsIn(steps);
      if (factors.isPresent()) {
        List<Step> rest = steps.subList(sketch.state().steps().size(), steps.size());
        return Optional.of(new Draft(sketch, new ArrayList<>(factors.get()), Choices.read(rest)));
      }
    }
    return Optional.empty();
  }

  private Optional<ScheduleState> build(Draft draft) {
    return draft
        .sketch()
        .fill(draft.factors())
        .flatMap(filled -> complete(filled, draft.choices()));
  }

  private Optional<ScheduleState> complete(ScheduleState filled, Choices choices) {
    try {
      return Optional.of(annotator.annotate(filled, choices));
    } catch (StepRefusedException refused) {
      return Optional.empty();
    }
  }
}
