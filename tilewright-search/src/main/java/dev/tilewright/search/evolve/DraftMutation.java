package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Changes single decisions of a draft, or takes decisions from two. */
final class DraftMutation {
  private final TileSampler tiles;
  private final ChoiceSampler choiceSampler;
  private final Annotator annotator;

  DraftMutation(TileSampler tiles, ChoiceSampler choiceSampler, Annotator annotator) {
    this.tiles = tiles;
    this.choiceSampler = choiceSampler;
    this.annotator = annotator;
  }

  /** A draft that differs in one decision; empty if there is none of the kind drawn. */
  Optional<Draft> mutate(Draft draft, RandomGenerator random) {
    boolean hasTiles = !draft.sketch().open().isEmpty();
    int kind = random.nextInt(10);
    if (hasTiles && kind < 4) {
      return moveFactor(draft, random);
    }
    if (hasTiles && kind < 6) {
      return redrawTiles(draft, random);
    }
    return draft
        .sketch()
        .fill(draft.factors())
        .flatMap(filled -> redraw(draft, filled, kind, random));
  }

  /** Per stage, tiles come from one of two drafts of one sketch; other choices from the first. */
  Optional<Draft> cross(Draft left, Draft right, RandomGenerator random) {
    if (left.sketch() != right.sketch()) {
      return Optional.empty();
    }
    List<List<Long>> factors = new ArrayList<>(left.factors());
    for (String stage : stages(left.sketch())) {
      if (random.nextBoolean()) {
        for (int split : left.sketch().splitsOf(stage)) {
          factors.set(split, right.factors().get(split));
        }
      }
    }
    Choices choices = left.choices().copy();
    if (random.nextBoolean()) {
      choices.unroll().clear();
      choices.unroll().putAll(right.choices().unroll());
    }
    if (random.nextBoolean()) {
      choices.parallel().clear();
      choices.parallel().putAll(right.choices().parallel());
    }
    return Optional.of(new Draft(left.sketch(), factors, choices));
  }

  /** Moves a divisor from one tile level of a loop to another one (Ansor's tile size mutation). */
  private Optional<Draft> moveFactor(Draft draft, RandomGenerator random) {
    int index = random.nextInt(draft.factors().size());
    OpenSplit split = draft.sketch().open().get(index);
    List<Long> levels = new ArrayList<>(draft.factors().get(index));
    long inner = levels.stream().reduce(1L, (a, b) -> a * b);
    levels.addFirst(Math.ceilDiv(split.extent(), inner));
    int from = random.nextInt(levels.size());
    int to = random.nextInt(levels.size());
    List<Long> divisors = Draws.divisors(levels.get(from));
    if (from == to || divisors.size() < 2) {
      return Optional.empty();
    }
    long factor = divisors.get(1 + random.nextInt(divisors.size() - 1));
    levels.set(from, levels.get(from) / factor);
    levels.set(to, levels.get(to) * factor);
    List<List<Long>> factors = new ArrayList<>(draft.factors());
    factors.set(index, List.copyOf(levels.subList(1, levels.size())));
    return checked(draft, factors, split.stage());
  }

  private Optional<Draft> redrawTiles(Draft draft, RandomGenerator random) {
    String stage = Draws.pick(stages(draft.sketch()), random);
    List<List<Long>> factors = new ArrayList<>(draft.factors());
    tiles.drawStage(draft.sketch(), stage, factors, random);
    return checked(draft, factors, stage);
  }

  private Optional<Draft> checked(Draft draft, List<List<Long>> factors, String stage) {
    return tiles.isFeasible(draft.sketch(), stage, factors)
        ? Optional.of(new Draft(draft.sketch(), factors, draft.choices()))
        : Optional.empty();
  }

  private Optional<Draft> redraw(
      Draft draft, ScheduleState filled, int kind, RandomGenerator random) {
    Choices choices = draft.choices().copy();
    try {
      switch (kind) {
        case 6 -> choices = choiceSampler.draw(filled, random);
        case 7 -> choiceSampler.drawUnroll(filled, choices, random);
        case 8 -> choiceSampler.drawLanes(annotator.place(filled, choices), choices, random);
        default -> {
          ScheduleState placed = annotator.place(filled, choices);
          choiceSampler.drawParallel(annotator.vectorize(placed, choices), choices, random);
        }
      }
    } catch (StepRefusedException refused) {
      return Optional.empty();
    }
    return Optional.of(new Draft(draft.sketch(), draft.factors(), choices));
  }

  private static List<String> stages(Sketch sketch) {
    return sketch.open().stream().map(OpenSplit::stage).distinct().toList();
  }
}
