package dev.tilewright.graph.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tilewright.base.DType;
import dev.tilewright.base.Shape;
import dev.tilewright.base.UserException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class OperatorErrorsTest {
  static List<Arguments> misuses() {
    return List.of(
        of("expected 3 (3 channels in 1 groups)", conv(1), f(1, 3, 8, 8), f(4, 2, 3, 3)),
        of("2 groups do not divide 3 input", conv(2), f(1, 3, 8, 8), f(4, 1, 3, 3)),
        of("larger than the padded input", conv(1), f(1, 3, 2, 8), f(4, 3, 3, 3)),
        of("differ from the kernel [3, 3]", conv(1), f(1, 3, 8, 8), f(4, 3, 5, 3)),
        of("input 0 has rank 3; expected 4", conv(1), f(3, 8, 8), f(4, 3, 3, 3)),
        of(
            "the bias is float32 5; expected float32 4",
            conv(1),
            f(1, 3, 8, 8),
            f(4, 3, 3, 3),
            f(5)),
        of("got 1 inputs; expected 2 to 3", Gemm.dense(), f(1, 3)),
        of("inner extents are 3 and 4", Gemm.dense(), f(1, 3), f(5, 4)),
        of("inner extents are 3 and 4", new MatMul(false), f(2, 1, 3), f(4, 5)),
        of("extents 2 and 3 do not broadcast", new Binary(BinaryFunction.ADD), f(2), f(3)),
        of(
            "input 1 is int64; expected float32",
            new Binary(BinaryFunction.ADD),
            f(2),
            TensorType.of(DType.INT64, 2)),
        of("no and of float32", new Binary(BinaryFunction.AND), f(2), f(2)),
        of("no exp of int32", new Unary(UnaryFunction.EXP), TensorType.of(DType.INT32, 2)),
        of("axis 2 is outside of rank 2", new Softmax(2, false), f(2, 3)),
        of("name one axis twice", new Reduce(ReduceFunction.SUM, List.of(0, -2), true), f(2, 3)),
        of("axis 1 has no elements", new ArgReduce(true, 1, true), f(2, 0)),
        of("differs from input 0 beside axis 1", new Concat(1), f(2, 3), f(3, 3)),
        of("do not add up to extent 3", new Split(1, List.of(1L, 1L)), f(2, 3)),
        of("the result 5 has 5 elements; expected 6", new Reshape(Shape.of(5)), f(2, 3)),
        of("axis 0 has extent 2; expected 1", new Squeeze(List.of(0)), f(2, 3)),
        of("the order [0, 0] is not one of 2", new Transpose(List.of(0, 0)), f(2, 3)),
        of("to reflect", new Pad(List.of(3L), List.of(0L), Pad.Mode.REFLECT, 0), f(3)),
        of("input 1 is float32; expected an integer", new Gather(0), f(3), f(2)),
        of("the condition is float32", new Where(), f(2), f(2), f(2)));
  }

  private static Arguments of(String reason, Operator operator, TensorType... inputs) {
    return Arguments.of(reason, operator, List.of(inputs));
  }

  private static Conv conv(long groups) {
    return new Conv(Window.of(3, 3), groups, Layout.CHANNELS_FIRST);
  }

  private static TensorType f(long... extents) {
    return TensorType.of(DType.FLOAT32, extents);
  }

  @ParameterizedTest
  @MethodSource("misuses")
  void oneLineNamesOperatorInputsAndReason(
      String reason, Operator operator, List<TensorType> inputs) {
    Throwable error = catchThrowable(() -> operator.inferTypes(inputs));
    assertThat(error).isInstanceOf(UserException.class).hasMessageContaining(reason);
    assertThat(error.getMessage()).startsWith(operator.name() + " of (").doesNotContain("\n");
    for (TensorType input : inputs) {
      assertThat(error.getMessage()).contains(input.toString());
    }
  }

  @Test
  void windowsCheckThemselves() {
    assertThatThrownBy(() -> Window.of(3, 3).withStrides(1))
        .hasMessage("window: got 1 strides [1]; expected 2, one a spatial dimension of the kernel");
    assertThatThrownBy(() -> Window.of(3).withStrides(0))
        .hasMessage("window: strides are [0]; expected each to be at least 1");
  }
}
