package dev.tilewright.core.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.ir.Program;
import dev.tilewright.core.ir.ProgramVerifier;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.testing.Differences;
import dev.tilewright.core.testing.RandomArrays;
import java.util.List;
import java.util.Random;

/** Compares what the kernels of a schedule for GPUs compute with the DAG. */
final class GpuLoweringCheck {
  static final GpuTarget H200 = GpuTarget.h200();

  private GpuLoweringCheck() {}

  /** Fails unless every pass leaves a valid program and the last one computes the DAG. */
  static Program assertRight(ScheduleState state) {
    List<HostArray> inputs = RandomArrays.inputs(state.dag(), new Random(7));
    List<HostArray> expected = DagEvaluator.evaluate(state.dag(), inputs);
    List<Lowering.Traced> trace = Lowering.trace(state, H200);
    trace.forEach(traced -> ProgramVerifier.verify(traced.program()));
    Program program = trace.getLast().program();
    List<HostArray> got = Interpreter.run(program, inputs, 3);
    assertThat(Differences.first(state.dag().outputs(), got, expected)).isEmpty();
    return program;
  }
}
