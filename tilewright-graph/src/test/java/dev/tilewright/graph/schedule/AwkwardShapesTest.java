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
import dev.tilewright.core.interp.HostArray;
import dev.tilewright.core.interp.PointEvaluator;
import dev.tilewright.core.lower.Lowering;
import dev.tilewright.core.target.CpuTarget;
import dev.tilewright.core.te.ComputeDag;
import dev.tilewright.core.te.DagBuilder;
import dev.tilewright.graph.ops.Conv;
import dev.tilewright.graph.ops.Layout;
import dev.tilewright.graph.ops.MatMul;
import dev.tilewright.graph.ops.Unary;
import dev.tilewright.graph.ops.UnaryFunction;
import dev.tilewright.graph.ops.Window;
import dev.tilewright.graph.spec.OpSpec;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shapes that broke other compilers, too large to evaluate every element by definition: compiled
 * with their default schedules and compared at sampled elements. The numbers in comments are those
 * of public bug reports.
 */
class AwkwardShapesTest {
  private static final CpuTarget HOST = HostCpu.detect(2);
  private static final long SEED = 29;
  private static final int SAMPLES = 60;

  /** Narrow products were silently wrong (tvm#13204). */
  @ParameterizedTest(name = "W2: {0}^3")
  @ValueSource(ints = {128, 256, 1000, 1024})
  void narrowProducts(int n) {
    for (String type : List.of("float16", "float16,wide=true", "int8")) {
      assertSampled(OpSpec.parse("matmul:m=%1$d,n=%1$d,k=%1$d,dtype=%2$s".formatted(n, type)));
    }
  }

  /**
   * Kernels that are not square (tvm#3648), grouped weights in another layout (tvm#10524), a shape
   * that was given another one's record (tvm#4404), and the windows that others are slow on
   * (onnxruntime#9192).
   */
  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "W5 | conv2d:h=17,w=17,ci=128,co=128,kh=1,kw=7,pad=0x3,layout=NCHW",
        "W5 | conv2d:h=17,w=17,ci=128,co=128,kh=7,kw=1,pad=3x0,layout=NCHW",
        "W5 | conv2d:h=17,w=17,ci=128,co=128,kh=1,kw=7,pad=0x3",
        "W5 | conv2d:h=17,w=17,ci=128,co=128,kh=7,kw=1,pad=3x0",
        "W11 | conv2d:h=56,w=56,ci=64,co=64,groups=2",
        "W11 | conv2d:h=56,w=56,ci=64,co=64,groups=4",
        "W11 | conv2d:h=56,w=56,ci=64,co=64,groups=32",
        "W25 | conv2d:h=512,w=512,ci=32,co=32",
        "W25 | conv2d:h=512,w=512,ci=32,co=32,layout=NCHW",
        "W34 | conv2d:h=56,w=56,kh=1,kw=1,pad=0",
        "W34 | conv2d:h=56,w=56,kh=3,kw=1,pad=1x0",
        "W34 | conv2d:h=56,w=56,kh=1,kw=3,pad=0x1",
        "W34 | conv2d:h=56,w=56,kh=3,kw=3",
        "W34 | depthwise_conv2d:h=56,w=56,c=64"
      })
  void convolutions(String row, String spec) {
    assertSampled(OpSpec.parse(spec));
  }

  /** Sums over either axis, and of one long row or column (raf#60). */
  @ParameterizedTest(name = "W29: {0} over axis {1}")
  @CsvSource({"4096x4096,0", "4096x4096,1", "1x16777216,1", "16777216x1,0"})
  void longSums(String shape, int axis) {
    assertSampled(OpSpec.parse("reduce:op=sum,shape=%s,axis=%d".formatted(shape, axis)));
  }

  /** W10: the same tensor as both inputs (tvm#9476). */
  @Test
  void productOfATensorWithItself() {
    DagBuilder te = new DagBuilder();
    Buffer x = te.placeholder("x", DType.FLOAT32, 8, 128, 128);
    assertSampled(te.build(new MatMul(false).emit(te, List.of(x, x)).getFirst()));
  }

  /** W35: five convolutions in a row (onnxruntime#3418). */
  @Test
  void convolutionsInARow() {
    DagBuilder te = new DagBuilder();
    Buffer value = te.placeholder("x", DType.FLOAT32, 128, 1000, 30);
    for (int layer = 0; layer < 5; layer++) {
      long channels = value.shape().extent(2);
      Buffer weight = te.constant("w" + layer, DType.FLOAT32, 3, channels, 64);
      Conv conv = new Conv(Window.of(3).withPads(1), 1, Layout.CHANNELS_LAST);
      Buffer sum = conv.emit(te, List.of(value, weight)).getFirst();
      value = new Unary(UnaryFunction.RELU).emit(te, List.of(sum)).getFirst();
    }
    assertSampled(te.build(value), 4);
  }

  /** W22: a weight gradient; its window is the result of the convolution (tvm#8991). */
  @Test
  void weightGradient() {
    int channels = 128;
    DagBuilder te = new DagBuilder();
    Buffer data = te.placeholder("data", DType.FLOAT32, 1, channels, 7, 7);
    Buffer gradient = te.placeholder("gradient", DType.FLOAT32, 1, channels, 7, 7);
    Buffer padded =
        te.compute(
            "pad_temp",
            Shape.of(1, channels, 9, 9),
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
            Shape.of(channels, channels, 3, 3),
            List.of("n", "y", "x"),
            Shape.of(1, 7, 7),
            Combiner.sum(DType.FLOAT32),
            (i, k) ->
                Expr.mul(
                    gradient.at(k[0], i[0], k[1], k[2]),
                    padded.at(k[0], i[1], i[2].plus(k[1]), i[3].plus(k[2]))));
    assertSampled(te.build(result));
  }

  /** W22: no schedule was found for it (tvm#8991); here it at least compiles in either layout. */
  @ParameterizedTest
  @ValueSource(strings = {"NCHW", "NHWC"})
  void largeConvolutionCompiles(String layout) {
    ComputeDag dag = OpSpec.parse("conv2d:n=128,h=224,w=224,ci=64,co=64,layout=" + layout).dag();
    assertThat(new CpuCompiler().objectFile(Lowering.lower(DefaultSchedule.of(dag, HOST)), HOST))
        .isNotEmpty();
  }

  private static void assertSampled(OpSpec spec) {
    assertSampled(spec.dag());
  }

  private static void assertSampled(ComputeDag dag) {
    assertSampled(dag, SAMPLES);
  }

  private static void assertSampled(ComputeDag dag, int samples) {
    List<HostArray> inputs = ScheduleRun.randomInputs(dag, SEED);
    HostArray result = ScheduleRun.compile(DefaultSchedule.of(dag, HOST), HOST, inputs).getFirst();
    double unit = result.dtype().equals(DType.FLOAT16) ? 2e-3 : 1e-5;
    try (Arena arena = Arena.ofConfined()) {
      PointEvaluator definition = new PointEvaluator(dag, inputs, arena);
      for (long position : positions(result.shape(), samples)) {
        double expected = definition.evaluate(0, position);
        assertThat(result.getDouble(position))
            .as("element %d, seed %d", position, SEED)
            .isCloseTo(expected, within(unit * Math.max(1, Math.abs(expected))));
      }
    }
  }

  /**
   * The corners, the ends of the first rows, which a wrong tail leaves out, and random elements.
   */
  private static List<Long> positions(Shape shape, int samples) {
    long last = shape.elements() - 1;
    long row = shape.extent(shape.rank() - 1);
    List<Long> positions = new ArrayList<>(List.of(0L, last));
    positions.add(Math.min(last, row - 1));
    positions.add(Math.min(last, row));
    positions.add(Math.max(0, last - row));
    Random random = new Random(SEED);
    for (int i = 0; i < samples; i++) {
      positions.add(random.nextLong(last + 1));
    }
    return positions;
  }
}
