package dev.tilewright.search.evolve;

import dev.tilewright.base.UserException;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramPrinter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.search.model.CostModel;
import dev.tilewright.search.model.Measured;
import dev.tilewright.search.model.RankingQuality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Finds promising schedules of a search space (Ansor, OSDI 2020, section 5): random samples and the
 * fastest schedules so far are mutated and crossed for some generations, a cost model picks the
 * parents and the proposals. A share of the proposals are mutants of the fastest schedules, since
 * measurements know more than the model, and a share is random. No schedule, and no two schedules
 * that lower to one program, are proposed twice.
 */
public final class EvolutionarySearch {
  private static final int ATTEMPTS = 8;

  /** Fewer programs have no ranking to speak of. */
  private static final int LEAST_RANKED = 4;

  /** The model should find the fastest of so many. */
  private static final int TOP_SHARE = 4;

  /** Rounds with a population of its own after the search is widened. */
  private static final int FRESH_ROUNDS = 8;

  /** Mutations that lead away from a fast schedule while the search is wide. */
  private static final int WIDE_STEPS = 4;

  /** Share of the proposals that may be schedules of other shapes. */
  private static final double SEEDED = 0.25;

  private final SearchSpace space;
  private final CostModel model;
  private final EvolutionSettings settings;
  private final Set<List<Step>> proposed = new HashSet<>();
  private final Set<String> programs = new HashSet<>();
  private final List<Measured> fastest = new ArrayList<>();
  private final List<ScheduleState> seeds = new ArrayList<>();
  private final List<RankingQuality> qualities = new ArrayList<>();
  private int freshRounds;

  public EvolutionarySearch(SearchSpace space, CostModel model, EvolutionSettings settings) {
    this.space = space;
    this.model = model;
    this.settings = settings;
  }

  /** Takes note of measurements, from this run or an earlier one: none is proposed again. */
  public void report(List<Measured> measured) {
    judge(measured);
    model.update(measured);
    for (Measured one : measured) {
      proposed.add(one.state().steps());
      if (Double.isFinite(one.seconds())) {
        fastest.add(one);
      }
    }
    fastest.sort(Comparator.comparingDouble(Measured::seconds));
    if (fastest.size() > settings.survivors()) {
      fastest.subList(settings.survivors(), fastest.size()).clear();
    }
  }

  /**
   * Takes schedules of other shapes of the operator, as far as they can be adapted, into the next
   * population, and the most promising of them among the next proposals.
   */
  public void seed(List<List<Step>> neighbours) {
    neighbours.stream().map(space::adapt).flatMap(Optional::stream).forEach(seeds::add);
  }

  /** See {@link SearchSpace#leastWork}. */
  public double leastWork() {
    return space.leastWork();
  }

  /** How well the model ranked each batch that was reported, before it learned from it. */
  public List<RankingQuality> qualities() {
    return List.copyOf(qualities);
  }

  private void judge(List<Measured> measured) {
    if (measured.size() < LEAST_RANKED) {
      return;
    }
    double[] scores = model.score(measured.stream().map(Measured::state).toList());
    double[] seconds = measured.stream().mapToDouble(Measured::seconds).toArray();
    qualities.add(RankingQuality.of(scores, seconds, Math.ceilDiv(measured.size(), TOP_SHARE)));
  }

  /**
   * Looks farther away for some rounds: the population starts from random samples alone, and the
   * mutants of the fastest schedules differ in several decisions.
   */
  public void widen() {
    freshRounds = FRESH_ROUNDS;
  }

  /**
   * New candidates, the most promising first; fewer than asked for, or none, if no more are found.
   */
  public List<Candidate> propose(int count, RandomGenerator random) {
    List<Candidate> candidates = new ArrayList<>();
    int near = fastest.isEmpty() ? 0 : (int) Math.round(count * settings.neighbours());
    int explored = (int) Math.round(count * settings.random());
    acceptUpTo((int) (count * SEEDED), ranked(seeds), candidates);
    acceptUpTo(count - near - explored, evolve(random), candidates);
    seeds.clear();
    if (near > 0) {
      acceptUpTo(count - explored, neighbours(random), candidates);
    }
    for (int i = 0; i < ATTEMPTS * count && candidates.size() < count; i++) {
      space.sample(random).flatMap(this::accept).ifPresent(candidates::add);
    }
    freshRounds = Math.max(0, freshRounds - 1);
    return candidates;
  }

  private void acceptUpTo(int size, List<ScheduleState> states, List<Candidate> candidates) {
    for (ScheduleState state : states) {
      if (candidates.size() >= size) {
        return;
      }
      accept(state).ifPresent(candidates::add);
    }
  }

  /** Mutants of the fastest measured schedules, the best by the model first. */
  private List<ScheduleState> neighbours(RandomGenerator random) {
    Population population = new Population(model);
    Offspring.of(settings.population(), random, own -> mutant(fastest.get(rank(own)).state(), own))
        .forEach(population::add);
    population.select(settings.population());
    return unproposed(population);
  }

  /** A schedule one decision away, or up to several while the search is wide. */
  private Optional<ScheduleState> mutant(ScheduleState parent, RandomGenerator random) {
    int mutations = freshRounds > 0 ? 1 + random.nextInt(WIDE_STEPS) : 1;
    Optional<ScheduleState> state = Optional.of(parent);
    for (int i = 0; i < mutations; i++) {
      state = state.flatMap(from -> space.mutate(from, random));
    }
    return state;
  }

  /** An index into the fastest, the first ones likelier. */
  private int rank(RandomGenerator random) {
    int a = random.nextInt(fastest.size());
    return Math.min(a, Math.min(random.nextInt(fastest.size()), random.nextInt(fastest.size())));
  }

  private List<ScheduleState> ranked(List<ScheduleState> states) {
    Population population = new Population(model);
    states.forEach(population::add);
    population.select(states.size());
    return unproposed(population);
  }

  private List<ScheduleState> unproposed(Population population) {
    return population.ranked().stream().filter(state -> !proposed.contains(state.steps())).toList();
  }

  /** The schedule with its program, unless either was proposed before or cannot be lowered. */
  private Optional<Candidate> accept(ScheduleState state) {
    if (!proposed.add(state.steps())) {
      return Optional.empty();
    }
    try {
      Program program = space.lower(state);
      return programs.add(ProgramPrinter.text(program))
          ? Optional.of(new Candidate(state, program))
          : Optional.empty();
    } catch (UserException refused) {
      return Optional.empty();
    }
  }

  /** All schedules met that were not proposed, the best by the model first. */
  private List<ScheduleState> evolve(RandomGenerator random) {
    Population population = new Population(model);
    if (freshRounds == 0) {
      fastest.forEach(measured -> population.add(measured.state()));
    }
    seeds.forEach(population::add);
    Offspring.of(settings.population() - population.size(), random, space::sample)
        .forEach(population::add);
    for (int generation = 0; generation < settings.generations(); generation++) {
      population.select(settings.population());
      if (population.size() == 0) {
        break;
      }
      Offspring.of(settings.population(), random, own -> child(population, own))
          .forEach(population::add);
    }
    population.select(settings.population());
    return unproposed(population);
  }

  private Optional<ScheduleState> child(Population population, RandomGenerator random) {
    ScheduleState parent = population.parent(random);
    return random.nextDouble() < settings.crossover()
        ? space.crossover(parent, population.parent(random), random)
        : space.mutate(parent, random);
  }
}
