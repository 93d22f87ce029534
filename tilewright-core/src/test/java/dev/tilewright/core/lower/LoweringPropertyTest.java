package dev.tilewright.core.lower;

import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramVerifier;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.testing.Differences;
import dev.tilewright.core.testing.RandomArrays;
import dev.tilewright.core.testing.ScheduleProperty;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every schedule that random legal steps lead to computes what its DAG says. */
class LoweringPropertyTest {
  @Test
  void loweredSchedulesComputeTheDag() {
    ScheduleProperty.check(1, 2500, LoweringPropertyTest::difference);
  }

  private static Optional<String> difference(ScheduleState state) {
    List<HostArray> inputs = RandomArrays.inputs(state.dag(), new Random(5));
    List<HostArray> expected = DagEvaluator.evaluate(state.dag(), inputs);
    List<Lowering.Traced> trace = Lowering.trace(state);
    trace.forEach(traced -> ProgramVerifier.verify(traced.program()));
    Program program = trace.getLast().program();
    List<HostArray> got = Interpreter.run(program, PackedInputs.of(state, inputs), 11);
    return Differences.first(state.dag().outputs(), got, expected);
  }
}
