package dev.tilewright.graph.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.Reduce;
import dev.tilewright.graph.ops.ReduceFunction;
import dev.tilewright.graph.spec.OpSpec;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shapes that broke other compilers, compiled with their default schedules. The numbers in comments
 * are those of public bug reports. {@link AwkwardShapesTest} has the large shapes.
 */
class AwkwardWorkloadsTest {
  private static final CpuTarget HOST = HostCpu.detect(2);

  /** Lanes beyond the end leaked zeros into the result (tvm#12274). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 11, 31, 32, 33, 63, 64, 65, 100, 1000})
  void reductionsOfAnyExtent(int extent) {
    for (String op : List.of("max", "min", "sum", "prod", "argmax")) {
      ComputeDag dag = OpSpec.parse("reduce:op=%s,axis=1,shape=37x%d".formatted(op, extent)).dag();
      HostArray data = HostArray.zeros(DType.FLOAT32, Shape.of(37, extent));
      for (long i = 0; i < data.shape().elements(); i++) {
        data.setDouble(i, op.equals("prod") ? -1 : -1 - i * 7919 % 101);
      }
      assertEvaluatesTo(dag, List.of(data), DagEvaluator.evaluate(dag, List.of(data)));
    }
  }

  /** Zero tests of halves, stored as bytes, in the last axis's vectors (tvm#2959). */
  @ParameterizedTest
  @CsvSource({"3,2,2", "3,1,4"})
  void selectOfHalvesAsBytes(long a, long b, long c) {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT16, a, b, c);
    Buffer result =
        te.compute(
            "T_where",
            x.shape(),
            i ->
                Expr.select(
                    new Expr.Compare(Expr.CompareOp.EQ, x.at(i), Expr.constant(0L, DType.FLOAT16)),
                    Expr.constant(0L, DType.UINT8),
                    Expr.constant(1L, DType.UINT8)));
    assertEqualsDefinition(te.build(result));
  }

  /**
   * Extents of 1 (tvm#7279), a transposed convolution (tvm#4470), a dilated one with 7 channels.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0",
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0,dilation=2",
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0,layout=NCHW",
        "conv2d:h=12,w=12,ci=7,co=1,dilation=2",
        "conv2d_transpose:h=16,w=16,ci=8,co=3,kh=2,kw=2,stride=2"
      })
  void convolutions(String spec) {
    assertEqualsDefinition(OpSpec.parse(spec).dag());
  }

  /** Flatten before a reduction of six dimensions (tvm#7270). */
  @Test
  void flattenThenAbsoluteSum() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 3, 3, 2, 3, 2, 5);
    Buffer flat = new Flatten(1).emit(te, List.of(x)).getFirst();
    Reduce reduce = new Reduce(ReduceFunction.L1, List.of(1), false);
    assertEqualsDefinition(te.build(reduce.emit(te, List.of(flat)).getFirst()));
  }

  /** A reduction read in a part of a larger result (tvm#15600). */
  @Test
  void reductionReadUnderACondition() {
    DagBuilder te = new DagBuilder();
    Buffer p = te.placeholder("P", DType.FLOAT32, 4, 10, 10);
    Buffer t =
        te.reduce(
            "T",
            List.of("a", "b", "c"),
            Shape.of(4, 4, 4),
            List.of("r0", "r1"),
            Shape.of(2, 2),
            Combiner.sum(DType.FLOAT32),
            (i, k) -> p.at(i[0], i[1].times(2).plus(k[0]), i[2].times(2).plus(k[1])));
    Buffer o =
        te.compute(
            "O",
            Shape.of(4, 8, 8),
            i ->
                Expr.select(
                    Expr.and(Expr.lt(i[1], Index.of(4)), Expr.lt(i[2], Index.of(4))),
                    t.at(i),
                    Expr.constant(0L, DType.FLOAT32)));
    assertEqualsDefinition(te.build(o));
  }

  /**
   * Rows that are no multiple of a tile (tvm#14137, tvm#14935), fused functions (tvm#7135), and the
   * shapes around which a rule was a cliff: few rows, about 1024 outputs.
   */
  @ParameterizedTest(name = "{0}: {1}x{2} -> {3} {4} {5}")
  @CsvSource({
    "W16,1,512,1000,float16,none",
    "W27,1,768,768,float32,tanh",
    "W17,1,2048,768,float16,none",
    "W17,2,2048,768,float16,none",
    "W17,3,2048,768,float16,none",
    "W17,4,2048,768,float16,none",
    "W17,5,2048,768,float16,none",
    "W17,8,2048,768,float16,none",
    "W17,15,2048,768,float16,none",
    "W17,16,2048,768,float16,none",
    "W17,17,2048,768,float16,none",
    "W17,33,2048,768,float16,none",
    "W21,1,25088,4096,float32,relu",
    "W24,1,2048,1000,float32,none",
    "W24,1,2048,1024,float32,none",
    "W24,1,2048,1025,float32,none",
    "W24,2,2048,1000,float32,none",
    "W24,2,2048,1024,float32,none",
    "W24,2,2048,1025,float32,none",
    "W24,4,2048,1000,float32,none",
    "W24,4,2048,1024,float32,none",
    "W24,4,2048,1025,float32,none",
    "W24,8,2048,1000,float32,none",
    "W24,8,2048,1024,float32,none",
    "W24,8,2048,1025,float32,none",
    "W24,16,2048,1000,float32,none",
    "W24,16,2048,1024,float32,none",
    "W24,16,2048,1025,float32,none"
  })
  void dense(String row, int rows, int in, int out, String dtype, String act) {
    ComputeDag dag =
        OpSpec.parse(
                "dense:batch=%d,in=%d,out=%d,dtype=%s,act=%s".formatted(rows, in, out, dtype, act))
            .dag();
    List<HostArray> inputs = ScheduleRun.randomInputs(dag, 3);
    HostArray data = inputs.get(0);
    HostArray weight = inputs.get(1);
    HostArray bias = inputs.get(2);
    HostArray expected = HostArray.zeros(DType.parse(dtype), Shape.of(rows, out));
    for (int at = 0; at < rows * out; at++) {
      double sum = bias.getDouble(at % out);
      for (int k = 0; k < in; k++) {
        sum += data.getDouble(at / out * in + k) * weight.getDouble((long) (at % out) * in + k);
      }
      expected.setDouble(
          at, act.equals("relu") ? Math.max(sum, 0) : act.equals("tanh") ? Math.tanh(sum) : sum);
    }
    assertEvaluatesTo(dag, inputs, List.of(expected));
  }

  private static void assertEqualsDefinition(ComputeDag dag) {
    List<HostArray> inputs = ScheduleRun.randomInputs(dag, 11);
    assertEvaluatesTo(dag, inputs, DagEvaluator.evaluate(dag, inputs));
  }

  private static void assertEvaluatesTo(
      ComputeDag dag, List<HostArray> inputs, List<HostArray> expected) {
    ScheduleState state = DefaultSchedule.of(dag, HOST);
    List<HostArray> results = ScheduleRun.compile(state, HOST, inputs);
    for (int t = 0; t < expected.size(); t++) {
      double[] wanted = expected.get(t).toDoubles();
      double[] got = results.get(t).toDoubles();
      double unit = expected.get(t).dtype().equals(DType.FLOAT16) ? 2e-3 : 1e-5;
      assertThat(got).hasSameSizeAs(wanted);
      for (int i = 0; i < wanted.length; i++) {
        if (!(Math.abs(got[i] - wanted[i]) <= unit * Math.max(1, Math.abs(wanted[i])))) {
          assertThat(got[i]).as("output %d, element %d", t, i).isCloseTo(wanted[i], within(0.0));
        }
      }
    }
  }
}
