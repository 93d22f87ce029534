package dev.tilewright.search.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.search.rule.WinogradOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What a DAG computes on random inputs, to compare schedules with. */
final class Reference {
  private final ComputeDag dag;
  private final List<HostArray> inputs = new ArrayList<>();
  private final List<HostArray> expected;

  Reference(ComputeDag dag, long seed) {
    this.dag = dag;
    Random random = new Random(seed);
    for (Buffer buffer : dag.inputs()) {
      HostArray array = HostArray.zeros(buffer.dtype(), buffer.shape());
      for (long i = 0; i < buffer.shape().elements(); i++) {
        array.setDouble(i, random.nextInt(9) - 4);
      }
      inputs.add(array);
    }
    expected = DagEvaluator.evaluate(dag, inputs);
  }

  /** Fails unless the schedule lowers to a program that computes the same. */
  void check(ScheduleState state) {
    check(state, Lowering.lower(state));
  }

  /** Fails unless the program of the schedule computes the same. */
  void check(ScheduleState state, Program program) {
    List<HostArray> results = Interpreter.run(program, PackedInputs.of(state, inputs), 7);
    double allowed = WinogradOption.OFF.allows(state.steps()) ? 1e-5 : 1e-3;
    for (int t = 0; t < expected.size(); t++) {
      double[] got = results.get(t).toDoubles();
      double[] wanted = expected.get(t).toDoubles();
      for (int i = 0; i < wanted.length; i++) {
        assertThat(got[i])
            .as("element %d", i)
            .isCloseTo(wanted[i], within(allowed * Math.max(1, Math.abs(wanted[i]))));
      }
    }
  }
}
