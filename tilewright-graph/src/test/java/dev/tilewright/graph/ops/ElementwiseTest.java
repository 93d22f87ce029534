package dev.tilewright.graph.ops;

import static dev.tilewright.graph.ops.Evaluation.assertClose;
import static dev.tilewright.graph.ops.Evaluation.longs;
import static dev.tilewright.graph.ops.Evaluation.one;
import static dev.tilewright.graph.ops.Evaluation.vector;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.core.interp.HostArray;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ElementwiseTest {
  private static final float[] VALUES = {-2.5f, -1f, -0.5f, 0f, 0.25f, 0.5f, 1f, 1.5f, 3f};

  static List<Arguments> functions() {
    return List.of(
        of(new Unary(UnaryFunction.RELU), x -> Math.max(x, 0)),
        of(new Unary(UnaryFunction.SIGMOID), x -> 1 / (1 + Math.exp(-x))),
        of(new Unary(UnaryFunction.TANH), Math::tanh),
        of(new Unary(UnaryFunction.EXP), Math::exp),
        of(new Unary(UnaryFunction.LOG), Math::log),
        of(new Unary(UnaryFunction.SQRT), Math::sqrt),
        of(new Unary(UnaryFunction.RECIPROCAL), x -> 1 / x),
        of(new Unary(UnaryFunction.ABS), Math::abs),
        of(new Unary(UnaryFunction.NEG), x -> -x),
        of(new Unary(UnaryFunction.SIGN), Math::signum),
        of(new Unary(UnaryFunction.FLOOR), Math::floor),
        of(new Unary(UnaryFunction.CEIL), Math::ceil),
        of(new Unary(UnaryFunction.ROUND), Math::rint),
        of(new Unary(UnaryFunction.SIN), Math::sin),
        of(new Unary(UnaryFunction.COS), Math::cos),
        of(new Unary(UnaryFunction.ATAN), Math::atan),
        of(new Unary(UnaryFunction.SINH), Math::sinh),
        of(new Unary(UnaryFunction.SOFTPLUS), x -> Math.log(1 + Math.exp(x))),
        of(new Unary(UnaryFunction.SOFTSIGN), x -> x / (1 + Math.abs(x))),
        of(new Unary(UnaryFunction.HARD_SWISH), x -> x * Math.min(Math.max(x / 6 + 0.5, 0), 1)),
        of(new Unary(UnaryFunction.SWISH), x -> x / (1 + Math.exp(-x))),
        of(new Unary(UnaryFunction.MISH), x -> x * Math.tanh(Math.log(1 + Math.exp(x)))),
        of(new LeakyRelu(0.1), x -> x < 0 ? 0.1 * x : x),
        of(new Elu(0.5, 1), x -> x > 0 ? x : 0.5 * (Math.exp(x) - 1)),
        of(new Elu(1.5, 2), x -> 2 * (x > 0 ? x : 1.5 * (Math.exp(x) - 1))),
        of(new HardSigmoid(0.2, 0.5), x -> Math.min(Math.max(0.2 * x + 0.5, 0), 1)),
        of(new Clip(-1, 0.75), x -> Math.min(Math.max(x, -1), 0.75)),
        of(new Clip(Double.NEGATIVE_INFINITY, 0.75), x -> Math.min(x, 0.75)),
        of(new Power(3), x -> x * x * x),
        of(new Power(0.5), Math::sqrt),
        of(new Power(-1.5), x -> Math.pow(x, -1.5)));
  }

  private static Arguments of(Operator operator, DoubleUnaryOperator reference) {
    return Arguments.of(operator, reference);
  }

  @ParameterizedTest
  @MethodSource("functions")
  void equalsTheDefinition(Operator operator, DoubleUnaryOperator reference) {
    HostArray result = one(operator, vector(VALUES));
    double[] expected = new double[VALUES.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = reference.applyAsDouble(VALUES[i]);
    }
    assertClose(result, expected);
  }

  @Test
  void erfAndGelu() {
    assertClose(one(new Unary(UnaryFunction.ERF), vector(0, 0.5f, -1)), 0, 0.5204999, -0.8427008);
    assertClose(one(new Unary(UnaryFunction.GELU), vector(0, 1, -1)), 0, 0.8413447, -0.1586553);
  }

  @Test
  void negativeZeroAndLargeArguments() {
    assertThat(one(new Unary(UnaryFunction.NEG), vector(0f)).toFloats()).containsExactly(-0f);
    assertClose(one(new Unary(UnaryFunction.SOFTPLUS), vector(1000, -1000)), 1000, 0);
    assertThat(one(new Unary(UnaryFunction.IS_NAN), vector(Float.NaN, 1)).toLongs())
        .containsExactly(1, 0);
    assertThat(one(new Unary(UnaryFunction.IS_INF), vector(Float.NEGATIVE_INFINITY, 1)).toLongs())
        .containsExactly(1, 0);
  }

  @ParameterizedTest
  @EnumSource
  void everyFunctionKeepsTheShapeOrRefusesTheType(UnaryFunction function) {
    for (DType dtype : DType.ALL) {
      if (function.accepts(dtype)) {
        Evaluation.all(new Unary(function), HostArray.zeros(dtype, Shape.of(2, 3)));
      }
    }
  }

  @Test
  void binaryFunctionsOfIntegers() {
    HostArray x = longs(Shape.of(4), 7, -7, 7, -7);
    HostArray y = longs(Shape.of(4), 3, 3, -3, -3);
    assertLongs(BinaryFunction.DIV, x, y, 2, -2, -2, 2);
    assertLongs(BinaryFunction.MOD, x, y, 1, 2, -2, -1);
    assertLongs(BinaryFunction.FMOD, x, y, 1, -1, 1, -1);
    assertLongs(BinaryFunction.POW, x, longs(Shape.of(1), 2), 49, 49, 49, 49);
    assertLongs(BinaryFunction.LESS, y, x, 1, 0, 1, 0);
    assertLongs(BinaryFunction.XOR, x, y, 7 ^ 3, -7 ^ 3, 7 ^ -3, -7 ^ -3);
    assertLongs(BinaryFunction.SHIFT_LEFT, x, longs(Shape.of(), 2), 28, -28, 28, -28);
  }

  private static void assertLongs(
      BinaryFunction function, HostArray x, HostArray y, long... expected) {
    assertThat(one(new Binary(function), x, y).toLongs()).as(function.text()).isEqualTo(expected);
  }

  @Test
  void inputsBroadcastBothWays() {
    HostArray column = HostArray.of(Shape.of(3, 1), 0, 10, 20);
    HostArray row = vector(1, 2);
    assertClose(one(new Binary(BinaryFunction.ADD), column, row), 1, 2, 11, 12, 21, 22);
    assertClose(one(new Binary(BinaryFunction.SUB), row, column), 1, 2, -9, -8, -19, -18);
  }

  @Test
  void whereAndCast() {
    HostArray condition = HostArray.ofLongs(DType.BOOL, Shape.of(2, 1), 1, 0);
    assertClose(one(new Where(), condition, vector(1, 2), vector(-1, -2)), 1, 2, -1, -2);
    assertThat(one(new Cast(DType.BOOL), vector(0, 0.5f, -2)).toLongs()).containsExactly(0, 1, 1);
    assertThat(one(new Cast(DType.INT32), vector(1.9f, -1.9f)).toLongs()).containsExactly(1, -1);
  }

  @Test
  void zeroTestOfHalvesAsBytes() {
    for (Shape shape : List.of(Shape.of(3, 2, 2), Shape.of(3, 1, 4))) {
      double[] values = DoubleStream.iterate(0, v -> v + 1).limit(12).toArray();
      HostArray x = HostArray.ofDoubles(DType.FLOAT16, shape, values);
      HostArray zero = HostArray.zeros(DType.FLOAT16, Shape.of());
      HostArray result =
          one(new Cast(DType.UINT8), one(new Binary(BinaryFunction.NOT_EQUAL), x, zero));
      assertThat(result.toLongs()).containsExactly(0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
    }
  }
}
