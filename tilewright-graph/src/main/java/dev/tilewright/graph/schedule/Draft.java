package dev.tilewright.graph.schedule;

import dev.tilewright.core.ir.ForKind;
import dev.tilewright.core.schedule.Iter;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.Stage;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Annotate;
import dev.tilewright.core.schedule.step.Fuse;
import dev.tilewright.core.schedule.step.Reorder;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/** A schedule under construction: applies steps, and takes a part back where a step is refused. */
final class Draft {
  private ScheduleState state;

  Draft(ScheduleState state) {
    this.state = state;
  }

  ScheduleState state() {
    return state;
  }

  /** The stage of a name, which exists. */
  Stage stage(String name) {
    return state.findStage(name).orElseThrow();
  }

  void apply(Step step) {
    state = step.apply(state);
  }

  /**
   * Runs the steps of a template; if one is refused, the state is as before and false comes back.
   */
  boolean attempt(Runnable template) {
    ScheduleState before = state;
    try {
      template.run();
      return true;
    } catch (StepRefusedException refused) {
      state = before;
      return false;
    }
  }

  /** As {@link #attempt}, for a template that may itself say no. */
  boolean attemptIf(BooleanSupplier template) {
    ScheduleState before = state;
    boolean[] applied = {false};
    attempt(() -> applied[0] = template.getAsBoolean());
    if (!applied[0]) {
      state = before;
    }
    return applied[0];
  }

  /** Splits a loop and gives the names of its parts, outermost first. */
  List<String> split(String stage, String iter, long... factors) {
    apply(new Split(stage, iter, LongStream.of(factors).boxed().toList()));
    List<String> parts = new ArrayList<>();
    for (int part = 0; part <= factors.length; part++) {
      parts.add(iter + "." + part);
    }
    return parts;
  }

  void reorder(String stage, List<String> order) {
    apply(new Reorder(stage, order));
  }

  /** Fuses adjacent loops and gives the name of the result; one loop stays as it is. */
  String fuse(String stage, List<String> iters) {
    if (iters.size() > 1) {
      apply(new Fuse(stage, iters));
    }
    return String.join("@", iters);
  }

  /** Annotates a loop; one that runs once stays plain. */
  void annotate(String stage, String iter, ForKind kind) {
    if (extent(stage, iter) > 1) {
      apply(new Annotate(stage, iter, kind));
    }
  }

  long extent(String stage, String iter) {
    return stage(stage).findIter(iter).map(Iter::extent).orElseThrow();
  }
}
