package dev.tilewright.graph.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.codegen.CpuCompiler;
import dev.tilewright.codegen.HostCpu;
import dev.tilewright.core.expr.Buffer;
import dev.tilewright.core.expr.Combiner;
import dev.tilewright.core.expr.Expr;
import dev.tilewright.core.expr.Index;
import dev.tilewright.core.interp.DagEvaluator;
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.schedule.ScheduleState;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ops.Flatten;
import dev.tilewright.graph.ops.MatMul;
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
 * are those of public bug reports.
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

  /** Narrow products were silently wrong (tvm#13204). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "matmul:m=128,n=128,k=128,dtype=float16",
        "matmul:m=128,n=128,k=128,dtype=float16,wide=true",
        "matmul:m=128,n=128,k=128,dtype=int8",
        "matmul:m=100,n=100,k=100,dtype=float16",
        "matmul:m=100,n=100,k=100,dtype=int8"
      })
  void narrowProducts(String spec) {
    assertEqualsDefinition(OpSpec.parse(spec).dag());
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
   * Kernels that are not square (tvm#3648), grouped weights in another layout (tvm#10524), extents
   * of 1 (tvm#7279), a transposed convolution (tvm#4470), and the windows that others are slow on
   * (onnxruntime#9192, onnxruntime#3418).
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "conv2d:h=17,w=17,ci=16,co=128,kh=1,kw=7,pad=0x3,layout=NCHW",
        "conv2d:h=17,w=17,ci=16,co=128,kh=7,kw=1,pad=3x0,layout=NCHW",
        "conv2d:h=17,w=17,ci=16,co=128,kh=1,kw=7,pad=0x3",
        "conv2d:h=14,w=14,ci=64,co=64,groups=2",
        "conv2d:h=14,w=14,ci=64,co=64,groups=4",
        "conv2d:h=14,w=14,ci=64,co=64,groups=32",
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0",
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0,dilation=2",
        "conv2d:h=1,w=1,ci=1,co=1,kh=1,kw=1,pad=0,layout=NCHW",
        "conv2d:h=12,w=12,ci=7,co=1,dilation=2",
        "conv2d_transpose:h=16,w=16,ci=8,co=3,kh=2,kw=2,stride=2",
        "conv2d:h=14,w=14,kh=1,kw=1,pad=0",
        "conv2d:h=14,w=14,kh=3,kw=1,pad=1x0",
        "conv2d:h=14,w=14,kh=1,kw=3,pad=0x1",
        "depthwise_conv2d:h=56,w=56,c=64",
        "conv1d:n=2,w=1000,ci=30,co=64,act=relu"
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

  /** The same tensor as both inputs (tvm#9476). */
  @Test
  void productOfATensorWithItself() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 8, 64, 64);
    assertEqualsDefinition(te.build(new MatMul(false).emit(te, List.of(x, x)).getFirst()));
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

  /** Rows that are no multiple of a tile (tvm#14137, tvm#14935), and fused functions (tvm#7135). */
  @ParameterizedTest
  @CsvSource({
    "1,512,1000,float16,none",
    "1,768,768,float32,tanh",
    "1,2048,768,float16,none",
    "2,2048,768,float16,none",
    "3,2048,768,float16,none",
    "5,2048,96,float16,none",
    "8,2048,96,float16,none",
    "15,512,96,float16,none",
    "16,512,96,float16,none",
    "17,512,96,float16,none",
    "33,512,96,float16,none",
    "1,25088,256,float32,relu",
    "1,2048,1000,float32,none",
    "2,2048,1000,float32,none",
    "4,2048,1024,float32,none",
    "8,2048,1025,float32,none",
    "16,2048,1000,float32,none"
  })
  void dense(int rows, int in, int out, String dtype, String act) {
    ComputeDag dag =
        OpSpec.parse(
                "dense:batch=%d,in=%d,out=%d,dtype=%s,act=%s".formatted(rows, in, out, dtype, act))
            .dag();
    List<HostArray> inputs = ScheduleRun.randomInputs(dag, 3);
    double[] data = inputs.get(0).toDoubles();
    double[] weight = inputs.get(1).toDoubles();
    double[] bias = inputs.get(2).toDoubles();
    HostArray expected = HostArray.zeros(DType.parse(dtype), Shape.of(rows, out));
    for (int at = 0; at < rows * out; at++) {
      double sum = bias[at % out];
      for (int k = 0; k < in; k++) {
        sum += data[at / out * in + k] * weight[at % out * in + k];
      }
      expected.setDouble(
          at, act.equals("relu") ? Math.max(sum, 0) : act.equals("tanh") ? Math.tanh(sum) : sum);
    }
    assertEvaluatesTo(dag, inputs, List.of(expected));
  }

  /** Sums over either axis, and of one long row or column (raf#60). */
  @ParameterizedTest
  @CsvSource({"512x512,0", "512x512,1", "1x1048576,1", "1048576x1,0"})
  void longSums(String shape, int axis) {
    assertEqualsDefinition(
        OpSpec.parse("reduce:op=sum,shape=%s,axis=%d".formatted(shape, axis)).dag());
  }

  /** Every candidate timed out, or there was none (tvm#6869, tvm#8991): these at least compile. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dense:batch=1,in=25088,out=4096,act=relu",
        "conv2d:n=128,h=224,w=224,ci=64,co=64,layout=NCHW",
        "conv2d:n=128,h=224,w=224,ci=64,co=64"
      })
  void largeShapesCompile(String spec) {
    ScheduleState state = DefaultSchedule.of(OpSpec.parse(spec).dag(), HOST);
    assertThat(state.steps()).isNotEmpty();
    assertThat(new CpuCompiler().objectFile(Lowering.lower(state), HOST)).isNotEmpty();
  }

  /** A weight gradient as an expression: its window is the result of the convolution (tvm#8991). */
  @Test
  void weightGradient() {
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", DType.FLOAT32, 1, 32, 7, 7);
    Buffer gradient = te.placeholder("gradient", DType.FLOAT32, 1, 32, 7, 7);
    Buffer padded =
        te.compute(
            "pad_temp",
            Shape.of(1, 32, 9, 9),
            i -> {
              Index y = i[2].minus(1);
              Index x = i[3].minus(1);
              Expr inside =
                  Expr.and(
                      Expr.and(Expr.ge(y, Index.ZERO), Expr.lt(y, Index.of(7))),
                      Expr.and(Expr.ge(x, Index.ZERO), Expr.lt(x, Index.of(7))));
              return Expr.select(
                  inside, data.at(i[0], i[1], y, x), Expr.constant(0L, DType.FLOAT32));
            });
    Buffer result =
        te.reduce(
            "weight_gradient",
            List.of("co", "ci", "ky", "kx"),
            Shape.of(32, 32, 3, 3),
            List.of("n", "y", "x"),
            Shape.of(1, 7, 7),
            Combiner.sum(DType.FLOAT32),
            (i, k) ->
                Expr.mul(
                    gradient.at(k[0], i[0], k[1], k[2]),
                    padded.at(k[0], i[1], i[2].plus(k[1]), i[3].plus(k[2]))));
    assertEqualsDefinition(te.build(result));
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
