package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.AxisBinding;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.Placement;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.ComputeAt;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.search.feature.LoopPath;
import dev.tilewright.search.rule.StageFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Draws the choices that complete a sketch with its factors filled in. */
final class ChoiceSampler {
  private static final double STAYS_AT_ROOT = 0.4;
  private static final double PACKED = 0.4;
  private static final double RELAID = 0.95;
  private static final long MAX_LOCAL_BYTES = 1L << 20;

  /** Places at which a stage is computed more often than this are never fast. */
  private static final double MAX_REPETITIONS = 8;

  private static final double MAX_REPETITIONS_OF_SUMS = 1.5;

  private static final List<Long> UNROLL_DEPTHS = List.of(0L, 0L, 16L, 64L);

  private final CpuTarget target;
  private final Annotator annotator;

  ChoiceSampler(CpuTarget target) {
    this.target = target;
    this.annotator = new Annotator(target);
  }

  Choices draw(ScheduleState filled, RandomGenerator random) {
    Choices choices = Choices.none();
    drawLocations(filled, choices, random);
    drawPacking(annotator.place(filled, choices), choices, random);
    ScheduleState placed = annotator.place(filled, choices);
    drawLanes(placed, choices, random);
    drawParallel(annotator.vectorize(placed, choices), choices, random);
    drawUnroll(placed, choices, random);
    for (String buffer : ConstantLayout.candidates(placed)) {
      if (random.nextDouble() < RELAID) {
        choices.relaid().add(buffer);
      }
    }
    return choices;
  }

  /** Stages at root that may as well be computed inside a consumer. */
  void drawLocations(ScheduleState filled, Choices choices, RandomGenerator random) {
    choices.locations().clear();
    ScheduleState state = filled;
    for (Stage stage : filled.stages().reversed()) {
      boolean isFree =
          stage.placement() instanceof Placement.Root && !StageFacts.isOutput(state, stage);
      if (isFree && random.nextDouble() >= STAYS_AT_ROOT) {
        Optional<Placement.At> location = drawLocation(state, stage, random);
        if (location.isPresent()) {
          Placement.At at = location.get();
          choices.locations().put(stage.name(), at);
          state = new ComputeAt(stage.name(), at.stage(), at.iter()).apply(state);
        }
      }
    }
  }

  private static Optional<Placement.At> drawLocation(
      ScheduleState state, Stage stage, RandomGenerator random) {
    List<Placement.At> options = locations(state, stage);
    while (!options.isEmpty()) {
      Placement.At at = options.remove(random.nextInt(options.size()));
      if (fits(state, stage, at)) {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  /** The loops, outside register tiles, at which a stage might be computed. */
  private static List<Placement.At> locations(ScheduleState state, Stage stage) {
    List<Placement.At> options = new ArrayList<>();
    for (Stage consumer : StageFacts.consumers(state, stage)) {
      Stage place = consumer;
      int end = outsideTile(place);
      while (true) {
        for (Iter iter : place.iters().subList(0, end)) {
          Placement.At at = new Placement.At(place.name(), iter.name());
          if (!options.contains(at)) {
            options.add(at);
          }
        }
        if (!(place.placement() instanceof Placement.At(String parent, String iter))) {
          break;
        }
        place = state.findStage(parent).orElseThrow();
        end = place.position(iter) + 1;
      }
    }
    return options;
  }

  /** How many of the outer loops are outside of the register tile and the innermost reduction. */
  private static int outsideTile(Stage stage) {
    int lastReduction = Annotator.lastReduction(stage);
    return lastReduction >= 0 ? lastReduction : Math.max(0, stage.iters().size() - 1);
  }

  private static boolean fits(ScheduleState state, Stage stage, Placement.At at) {
    try {
      ScheduleState placed = new ComputeAt(stage.name(), at.stage(), at.iter()).apply(state);
      Stage attached = placed.findStage(stage.name()).orElseThrow();
      return localBytes(attached) <= MAX_LOCAL_BYTES
          && repetitions(placed, attached)
              <= (stage.op().isReduction() ? MAX_REPETITIONS_OF_SUMS : MAX_REPETITIONS);
    } catch (StepRefusedException refused) {
      return false;
    }
  }

  /** How often an element of an attached stage is computed on average. */
  private static double repetitions(ScheduleState placed, Stage attached) {
    LoopPath path = LoopPath.of(placed, attached);
    double computed = path.iterations(path.own());
    double elements = 1;
    for (AxisBinding binding : attached.bindings().subList(0, attached.op().axes().size())) {
      computed *= binding.extent();
      elements *= binding.axis().extent();
    }
    return computed / elements;
  }

  private static long localBytes(Stage stage) {
    long elements = 1;
    for (AxisBinding binding : stage.bindings().subList(0, stage.op().axes().size())) {
      elements *= binding.extent();
    }
    return elements * stage.op().outputs().getFirst().dtype().bytes();
  }

  private void drawPacking(ScheduleState placed, Choices choices, RandomGenerator random) {
    for (Stage stage : placed.stages()) {
      if (stage.op().isReduction()
          && stage.placement() instanceof Placement.At(String consumer, String iter)) {
        Stage parent = placed.findStage(consumer).orElseThrow();
        int end = parent.position(iter) + 1;
        for (String buffer : OperandPacking.candidates(placed, stage)) {
          if (random.nextDouble() < PACKED) {
            Placement.At at =
                new Placement.At(consumer, parent.iters().get(random.nextInt(end)).name());
            if (fitsPacked(placed, buffer, at)) {
              choices.packed().put(buffer, at);
            }
          }
        }
      }
    }
  }

  private static boolean fitsPacked(ScheduleState placed, String buffer, Placement.At at) {
    try {
      ScheduleState packed = OperandPacking.pack(placed, buffer, at);
      return packed.stages().stream()
          .filter(stage -> placed.findStage(stage.name()).isEmpty())
          .allMatch(stage -> localBytes(stage) <= MAX_LOCAL_BYTES);
    } catch (StepRefusedException refused) {
      return false;
    }
  }

  /** Lanes of the stages whose innermost loop is not a tile of the right size already. */
  void drawLanes(ScheduleState placed, Choices choices, RandomGenerator random) {
    choices.lanes().clear();
    Vectorization vectorization = new Vectorization(target);
    for (Stage stage : placed.stages()) {
      if (stage.placement() instanceof Placement.Inlined) {
        continue;
      }
      Optional<Iter> loop = vectorization.vectorLoop(placed, stage);
      boolean mayStayScalar = stage.op().isReduction() && random.nextBoolean();
      if (loop.isPresent() && vectorization.needsSplit(stage, loop.get()) && !mayStayScalar) {
        long lanes = vectorization.nativeLanes(stage);
        choices.lanes().put(stage.name(), lanes << random.nextInt(3));
      }
    }
  }

  void drawParallel(ScheduleState vectorized, Choices choices, RandomGenerator random) {
    choices.parallel().clear();
    for (Stage stage : vectorized.stages()) {
      if (stage.placement() instanceof Placement.Root) {
        List<Integer> depths = new ArrayList<>();
        long chunks = 1;
        int max = ParallelLoops.maxDepth(vectorized, stage);
        for (int depth = 1; depth <= max; depth++) {
          chunks *= stage.iters().get(depth - 1).extent();
          if (chunks >= target.threads() || depth == max) {
            depths.add(depth);
          }
        }
        if (!depths.isEmpty()) {
          choices.parallel().put(stage.name(), Draws.pick(depths, random));
        }
      }
    }
  }

  void drawUnroll(ScheduleState placed, Choices choices, RandomGenerator random) {
    choices.unroll().clear();
    for (Stage stage : placed.stages()) {
      if (stage.op().isReduction()) {
        long depth = Draws.pick(UNROLL_DEPTHS, random);
        if (depth > 0) {
          choices.unroll().put(stage.name(), depth);
        }
      }
    }
  }
}
