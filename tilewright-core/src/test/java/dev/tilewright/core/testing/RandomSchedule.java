package dev.tilewright.core.testing;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A random DAG with a random list of legal steps, both decided by the seed. */
public record RandomSchedule(long seed, ComputeDag dag, List<Step> steps) {
  private static final int MAX_PROPOSALS = 40;

  public RandomSchedule {
    steps = List.copyOf(steps);
  }

  public static RandomSchedule of(long seed) {
    return of(seed, RandomSteps::propose);
  }

  /** One that a GPU may run. */
  public static RandomSchedule ofGpu(long seed) {
    return of(seed, RandomSteps::proposeForGpu);
  }

  private static RandomSchedule of(long seed, BiFunction<Random, ScheduleState, Step> proposals) {
    Random random = new Random(scrambled(seed));
    ComputeDag dag = RandomDags.next(random);
    ScheduleState state = ScheduleState.initial(dag);
    int count = random.nextInt(MAX_PROPOSALS);
    for (int i = 0; i < count; i++) {
      Step step = proposals.apply(random, state);
      try {
        state = step.apply(state);
      } catch (StepRefusedException refused) {
        // The next proposal may fit.
      }
    }
    return new RandomSchedule(seed, dag, state.steps());
  }

  /** {@link Random} begins alike for seeds that are close (the finaliser is SplittableRandom's). */
  private static long scrambled(long seed) {
    long z = seed * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public ScheduleState state() {
    return stateAfter(steps);
  }

  /**
   * The schedule with as few steps as still fail.
   *
   * @param failure what is wrong with a state, if anything
   */
  public RandomSchedule shrunk(Function<ScheduleState, Optional<String>> failure) {
    List<Step> kept = new ArrayList<>(steps);
    boolean smaller = true;
    while (smaller) {
      smaller = false;
      for (int i = kept.size() - 1; i >= 0; i--) {
        List<Step> fewer = new ArrayList<>(kept);
        fewer.remove(i);
        if (stillFails(fewer, failure)) {
          kept = fewer;
          smaller = true;
        }
      }
    }
    return new RandomSchedule(seed, dag, kept);
  }

  private boolean stillFails(List<Step> fewer, Function<ScheduleState, Optional<String>> failure) {
    try {
      return failure.apply(stateAfter(fewer)).isPresent();
    } catch (StepRefusedException refused) {
      return false;
    }
  }

  private ScheduleState stateAfter(List<Step> some) {
    ScheduleState state = ScheduleState.initial(dag);
    for (Step step : some) {
      state = step.apply(state);
    }
    return state;
  }
}
