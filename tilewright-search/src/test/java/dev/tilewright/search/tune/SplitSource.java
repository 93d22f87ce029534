package dev.tilewright.search.tune;

import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.schedule.StepRefusedException;
import dev.tilewright.core.schedule.step.Split;
import dev.tilewright.core.schedule.step.Step;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.model.Measured;
import dev.tilewright.search.record.ScheduleCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Proposes the splits of the innermost loop of the last stage by 2 to 9, in random order. */
final class SplitSource implements CandidateSource {
  private final ComputeDag dag;
  private final List<List<Step>> left = new ArrayList<>();
  final List<Measured> reported = new ArrayList<>();
  final List<List<Step>> seeds = new ArrayList<>();
  int widened;
  double leastWork = 1;

  SplitSource(ComputeDag dag) {
    this.dag = dag;
    var stage = ScheduleState.initial(dag).stages().getLast();
    for (long factor = 2; factor < 10; factor++) {
      left.add(List.of(new Split(stage.name(), stage.iters().getLast().name(), List.of(factor))));
    }
  }

  @Override
  public void report(List<Measured> measured) {
    reported.addAll(measured);
  }

  @Override
  public void seed(List<List<Step>> neighbours) {
    seeds.addAll(neighbours);
  }

  @Override
  public double leastWork() {
    return leastWork;
  }

  @Override
  public void widen() {
    widened++;
  }

  @Override
  public List<ScheduleState> propose(int count, RandomGenerator random) {
    List<ScheduleState> states = new ArrayList<>();
    while (states.size() < count && !left.isEmpty()) {
      List<Step> steps = left.remove(random.nextInt(left.size()));
      try {
        states.add(ScheduleCodec.replay(dag, steps));
      } catch (StepRefusedException refused) {
        continue;
      }
    }
    return states;
  }
}
