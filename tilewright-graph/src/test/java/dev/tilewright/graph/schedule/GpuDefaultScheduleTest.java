package dev.tilewright.graph.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.Interpreter;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.PackedInputs;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.GpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.spec.OpSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interpreter, which finds races, runs what a GPU would. */
class GpuDefaultScheduleTest {
  private static final GpuTarget TARGET = GpuTarget.h200();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense:batch=1,in=64,out=40",
        "dense:batch=3,in=33,out=17,act=tanh",
        "matmul:m=32,n=48,k=20",
        "matmul:m=5,n=7,k=3",
        "batch_matmul:batch=3,m=8,n=32,k=16",
        "conv2d:h=7,w=7,ci=4,co=20,bias=true,act=relu",
        "conv2d:h=15,w=15,ci=3,co=16,kh=7,kw=7,stride=2,pad=3",
        "conv2d:h=8,w=8,ci=16,co=32,groups=2",
        "conv2d:h=14,w=14,ci=6,co=8,layout=NCHW",
        "depthwise_conv2d:h=7,w=7,c=20,stride=2",
        "conv2d_transpose:h=4,w=4,ci=8,co=16,kh=4,kw=4,stride=2,pad=1",
        "norm:batch=3,m=7,n=40",
        "max_pool2d:h=13,w=13,c=5,layout=NCHW,round_up=true",
        "avg_pool2d:h=8,w=8,c=16,kh=2,kw=2,pad=0",
        "reduce:op=sum,shape=1x2000,axis=1",
        "reduce:op=argmax,shape=8x65,axis=1",
        "softmax:shape=6x50",
        "layer_norm:shape=6x48",
        "relu:shape=3x7",
        "transpose:shape=20x48"
      })
  void givesTheValuesOfTheDefinition(String spec) {
    ComputeDag dag = OpSpec.parse(spec).dag();
    List<HostArray> inputs = ScheduleRun.randomInputs(dag, 7);
    List<HostArray> expected = DagEvaluator.evaluate(dag, inputs);
    ScheduleState state = GpuDefaultSchedule.of(dag, TARGET);
    List<HostArray> results =
        Interpreter.run(Lowering.lower(state, TARGET), PackedInputs.of(state, inputs), 3);
    for (int t = 0; t < expected.size(); t++) {
      double[] wanted = expected.get(t).toDoubles();
      double[] got = results.get(t).toDoubles();
      for (int i = 0; i < wanted.length; i++) {
        assertThat(got[i])
            .as("output %d, element %d", t, i)
            .isCloseTo(wanted[i], within(1e-4 * Math.max(1, Math.abs(wanted[i]))));
      }
    }
  }

  @Test
  void isTheSameEveryTime() {
    ComputeDag dag = OpSpec.parse("dense:batch=2,in=64,out=40").dag();
    assertThat(GpuDefaultSchedule.of(dag, TARGET).steps())
        .isEqualTo(GpuDefaultSchedule.of(dag, TARGET).steps());
  }

  /** The layer that was lost: threads of a warp reduce together instead of one walking k alone. */
  @Test
  void oneRowIsReducedByManyThreads() {
    ComputeDag dag = OpSpec.parse("dense:batch=1,in=2048,out=1000").dag();
    ScheduleState state = GpuDefaultSchedule.of(dag, TARGET);
    assertThat(state.stages()).anyMatch(stage -> stage.reducesAcrossThreads());
  }
}
