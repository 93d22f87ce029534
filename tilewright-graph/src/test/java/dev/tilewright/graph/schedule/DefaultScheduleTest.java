package dev.tilewright.graph.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.graph.spec.OpSpec;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefaultScheduleTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense:batch=1,in=64,out=40",
        "dense:batch=3,in=33,out=17,act=tanh",
        "dense:batch=4,in=64,out=25,act=relu",
        "matmul:m=32,n=48,k=20",
        "matmul:m=70,n=64,k=160",
        "matmul:m=5,n=7,k=3",
        "batch_matmul:batch=3,m=8,n=32,k=16",
        "conv2d:h=14,w=14,ci=8,co=32",
        "conv2d:h=7,w=7,ci=4,co=20,bias=true,act=relu",
        "conv2d:h=15,w=15,ci=3,co=16,kh=7,kw=7,stride=2,pad=3",
        "conv2d:h=8,w=8,ci=16,co=64,kh=1,kw=1,pad=0",
        "conv2d:h=9,w=9,ci=8,co=16,kh=1,kw=7,pad=0x3",
        "conv2d:h=8,w=8,ci=16,co=32,groups=2",
        "conv2d:h=8,w=8,ci=16,co=16,groups=4",
        "conv2d:h=14,w=14,ci=6,co=8,layout=NCHW",
        "conv2d:h=16,w=16,ci=4,co=24,stride=2,layout=NCHW,bias=true",
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0",
        "conv2d:h=6,w=6,ci=5,co=1",
        "depthwise_conv2d:h=12,w=12,c=32",
        "depthwise_conv2d:h=7,w=7,c=20,stride=2",
        "depthwise_conv2d:h=14,w=14,c=8,layout=NCHW",
        "conv1d:w=30,ci=6,co=16",
        "conv2d:h=15,w=15,ci=3,co=16,kh=7,kw=7,stride=2,pad=3,dilation=2",
        "conv2d:h=7,w=7,ci=8,co=16,dilation=2",
        "conv3d:d=4,h=5,w=6,ci=3,co=16,stride=2",
        "conv2d_transpose:h=6,w=6,ci=8,co=3",
        "conv2d_transpose:h=4,w=4,ci=8,co=16,kh=4,kw=4,stride=2,pad=1",
        "norm:batch=3,m=7,n=40",
        "transpose_batch_matmul:batch=2,seq=9,heads=3,dim=16",
        "max_pool2d:h=14,w=14,c=32",
        "max_pool2d:h=13,w=13,c=5,layout=NCHW,round_up=true",
        "avg_pool2d:h=8,w=8,c=16,kh=2,kw=2,pad=0",
        "reduce:op=sum,shape=12x100,axis=1",
        "reduce:op=max,shape=12x11,axis=1",
        "reduce:op=sum,shape=40x32,axis=0",
        "reduce:op=sum,shape=1x200000,axis=1",
        "reduce:op=sum,shape=200000x1,axis=0",
        "reduce:op=argmax,shape=8x65,axis=1",
        "reduce:op=mean,shape=8x7x16,axis=1",
        "softmax:shape=6x50",
        "softmax:shape=4x8x16,axis=1",
        "layer_norm:shape=6x48",
        "relu:shape=3x7",
        "relu:shape=4x6x64",
        "add:shape=1000",
        "transpose:shape=20x48"
      })
  void givesTheValuesOfTheDefinition(String spec) {
    ComputeDag dag = OpSpec.parse(spec).dag();
    List<HostArray> inputs = ScheduleRun.randomInputs(dag, 7);
    List<HostArray> expected = DagEvaluator.evaluate(dag, inputs);
    ScheduleState wide = DefaultSchedule.of(dag, ScheduleRun.cpu(512, 32, 2));
    assertClose(ScheduleRun.interpret(wide, inputs), expected);
    CpuTarget host = HostCpu.detect(2);
    ScheduleState compiled = DefaultSchedule.of(dag, host);
    assertClose(ScheduleRun.compile(compiled, host, inputs), expected);
  }

  private static void assertClose(List<HostArray> results, List<HostArray> expected) {
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
}
