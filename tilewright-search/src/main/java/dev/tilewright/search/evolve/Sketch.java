package dev.tilewright.search.evolve;

import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Rfactor;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A schedule with its structure decided and its split factors open.
 *
 * @param open the splits whose factors are to be chosen, in order
 * @param fixed the state before the first of them
 */
record Sketch(ScheduleState state, List<OpenSplit> open, ScheduleState fixed) {
  Sketch {
    open = List.copyOf(open);
  }

  /**
   * Finds the open splits. A rule that knows a number, such as the tile of an algorithm, writes it;
   * the others are 1. Of chunks, half of the loop stands for the open number.
   */
  static Sketch of(ScheduleState state) {
    List<OpenSplit> open = new ArrayList<>();
    ScheduleState current = ScheduleState.initial(state.dag());
    List<Step> steps = state.steps();
    for (int index = 0; index < steps.size(); index++) {
      if (steps.get(index) instanceof Split(String name, String loop, List<Long> factors)) {
        Stage stage = current.findStage(name).orElseThrow();
        Iter iter = stage.findIter(loop).orElseThrow();
        OpenSplit.Role role = role(steps, index, iter);
        if (role == OpenSplit.Role.CHUNKS || factors.stream().allMatch(factor -> factor == 1)) {
          open.add(new OpenSplit(index, name, loop, iter.extent(), factors.size(), role));
        }
      }
      current = steps.get(index).apply(current);
    }
    int first = open.isEmpty() ? steps.size() : open.getFirst().step();
    ScheduleState fixed = ScheduleState.initial(state.dag()).apply(steps.subList(0, first));
    return new Sketch(state, open, fixed);
  }

  private static OpenSplit.Role role(List<Step> steps, int index, Iter iter) {
    if (index + 1 < steps.size()
        && steps.get(index + 1) instanceof Rfactor(String _, String factored, int _)) {
      if (factored.equals(iter.name() + ".1")) {
        return OpenSplit.Role.LANES;
      }
      if (factored.equals(iter.name() + ".0")) {
        return OpenSplit.Role.CHUNKS;
      }
    }
    return iter.kind() == Iter.Kind.SPATIAL
        ? OpenSplit.Role.SPATIAL_TILE
        : OpenSplit.Role.REDUCE_TILE;
  }

  /** The schedule with factors filled in, one list an open split; empty if they do not fit. */
  Optional<ScheduleState> fill(List<List<Long>> factors) {
    List<Step> steps = new ArrayList<>(state.steps());
    for (int i = 0; i < open.size(); i++) {
      OpenSplit split = open.get(i);
      steps.set(split.step(), new Split(split.stage(), split.iter(), factors.get(i)));
    }
    try {
      return Optional.of(fixed.apply(steps.subList(fixed.steps().size(), steps.size())));
    } catch (StepRefusedException refused) {
      return Optional.empty();
    }
  }

  /** The factors of a schedule that began as this sketch; empty if it did not. */
  Optional<List<List<Long>>> factorsIn(List<Step> steps) {
    if (steps.size() < state.steps().size()) {
      return Optional.empty();
    }
    List<List<Long>> factors = new ArrayList<>();
    for (int i = 0; i < state.steps().size(); i++) {
      boolean isOpen = factors.size() < open.size() && open.get(factors.size()).step() == i;
      if (isOpen && steps.get(i) instanceof Split filled) {
        if (!open.get(factors.size()).isFilledBy(filled)) {
          return Optional.empty();
        }
        factors.add(filled.factors());
      } else if (!state.steps().get(i).equals(steps.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(factors);
  }

  /** The open splits of one stage. */
  List<Integer> splitsOf(String stage) {
    List<Integer> splits = new ArrayList<>();
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i).stage().equals(stage)) {
        splits.add(i);
      }
    }
    return splits;
  }
}
